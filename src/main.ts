import packageJson from '../package.json' with { type: 'json' };
import { parseCase, parsePair } from './adapters/case-file/parse.ts';
import { makeJq } from './adapters/jq/client.ts';
import { makeLog } from './adapters/log/pino-log.ts';
import { runCli } from './cli/program.ts';
import { configSchema, loadConfig } from './config/load.ts';
import { loadHeldConfig } from './config/load-held.ts';
import { defined } from './core/model/defined.ts';
import { makeExplainApp } from './flows/explain-app.ts';
import { connectInstances } from './main/connect-instances.ts';
import { operator } from './main/operator.ts';
import { readInstanceOf } from './main/read-instance.ts';

/** Composition root: with `main/` the only place that knows every ring. */
export async function main(argv: readonly string[]): Promise<number> {
  const { env } = process;
  const clock = { now: () => new Date() };
  const explainApp = makeExplainApp({ jq: makeJq() });
  const configFrom = (file: string | undefined, { writing }: { readonly writing: boolean }) =>
    loadConfig({ env, writing, ...defined({ file }) });

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
        const instances = await connectInstances(config, instance, env);
        return instances.map((one) => readInstanceOf(one, { explainApp, clock, scan: config.scan }));
      },
      connectWriting: async ({ config: file, instance }) =>
        connectInstances(configFrom(file, { writing: true }), instance, env, { writing: true }),
      openRecords: async ({ config: file }) => {
        const config = configFrom(file, { writing: false });
        const { openRecords } = await import('./main/open-records.ts');
        return openRecords(config, { clock, log: makeLog({ level: env.LOG_LEVEL ?? 'warn' }) });
      },
      operator,
      openDoctor: async ({ config: file, instance }) => {
        const { openDoctor } = await import('./main/open-doctor.ts');
        const { config, writing } = loadHeldConfig({ env, ...defined({ file }) });
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
