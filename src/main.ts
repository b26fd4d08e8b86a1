import packageJson from '../package.json' with { type: 'json' };
import { parseCase, parsePair } from './adapters/case-file/parse.ts';
import { makeJq } from './adapters/jq/client.ts';
import { makeLog } from './adapters/log/pino-log.ts';
import { runCli } from './cli/program.ts';
import { configSchema, loadConfig } from './config/load.ts';
import { Config } from './config/schema.ts';
import { appKey } from './core/model/app-key.ts';
import { defined } from './core/model/defined.ts';
import { ConfigError } from './core/model/errors.ts';
import { makeExplainApp } from './flows/explain-app.ts';
import { makeInspectApp } from './flows/inspect-app.ts';
import { sharedIn } from './flows/scan/list-fleet.ts';
import { makeScanFleet } from './flows/scan/scan-fleet.ts';
import { connectInstances } from './main/connect-instances.ts';
import { operator } from './main/operator.ts';
import { scanPartsOf } from './main/scan-parts.ts';

/** Until a command has read its configuration. */
const SCAN_DEFAULTS = Config.parse({}).scan;

/** Composition root: with `main/` the only place that knows every ring. */
export async function main(argv: readonly string[]): Promise<number> {
  const { env } = process;
  const clock = { now: () => new Date() };
  const explainApp = makeExplainApp({ jq: makeJq() });
  const configFrom = (file: string | undefined, { writing }: { readonly writing: boolean }) =>
    loadConfig({ env, writing, ...defined({ file }) });
  let scan = SCAN_DEFAULTS;

  return runCli(
    argv,
    {
      version: packageJson.version,
      explainApp,
      parseCase,
      parsePair,
      configSchema,
      connect: async ({ config: file, instance }) => {
        const config = configFrom(file, { writing: false });
        scan = config.scan;
        return connectInstances(config, instance, env);
      },
      connectWriting: async ({ config: file, instance }) =>
        connectInstances(configFrom(file, { writing: true }), instance, env, { writing: true }),
      openRecords: async ({ config: file }) => {
        const config = configFrom(file, { writing: false });
        const { openRecords } = await import('./main/open-records.ts');
        return openRecords(config, { clock, log: makeLog({ level: env.LOG_LEVEL ?? 'warn' }) });
      },
      operator,
      scanFleetOf: (instance) =>
        makeScanFleet({
          ...scanPartsOf(instance, { explainApp, clock, scan }),
          clock,
          ghostSweep: scan.ghostSweep,
        }),
      inspectAppOf: (instance) => {
        const { observeApp, listFleet } = scanPartsOf(instance, { explainApp, clock, scan });
        return makeInspectApp({
          argocd: instance.argocd,
          observeApp,
          explainApp,
          sharedBy: async ({ ref }, options) => sharedIn(await listFleet({}, options), appKey(ref)),
        });
      },
      openDoctor: async ({ config: file, instance }) => {
        const { openDoctor } = await import('./main/open-doctor.ts');
        const { config, writing } = asHeld((held) => configFrom(file, { writing: held }));
        return openDoctor(config, { instance, env, clock, writing });
      },
      startService: async ({ config: file, role }) => {
        const config = configFrom(file, { writing: role !== 'bot' });
        const { startService } = await import('./main/service.ts');
        return startService({ config, env, role, clock, log: makeLog({ level: env.LOG_LEVEL ?? 'info' }) });
      },
      openDigestDesk: async ({ config: file }) => {
        const config = configFrom(file, { writing: false });
        const { openDigestDesk } = await import('./main/digest-desk.ts');
        return openDigestDesk(config, {
          clock,
          log: makeLog({ level: env.LOG_LEVEL ?? 'warn' }),
          path: env.PATH ?? '',
        });
      },
      openLedger: async ({ config: file }) => {
        const config = configFrom(file, { writing: false });
        const { openLedger } = await import('./main/open-ledger.ts');
        return openLedger(config, {
          clock,
          log: makeLog({ level: env.LOG_LEVEL ?? 'warn' }),
          path: env.PATH ?? '',
        });
      },
      // loaded only for the demo: nothing of the simulated world belongs to the product
      startDemo: async (options) => (await import('./main/open-demo.ts')).openDemo(options, env),
      now: clock.now,
    },
    { out: process.stdout, err: process.stderr, in: process.stdin, env },
  );
}

/** With the credentials that write where this process has them, else without: then that alone is not checked. */
function asHeld(load: (writing: boolean) => Config): { readonly config: Config; readonly writing: boolean } {
  try {
    return { config: load(true), writing: true };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: load(false), writing: false };
  }
}
