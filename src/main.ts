import packageJson from '../package.json' with { type: 'json' };
import { parseCase, parsePair } from './adapters/case-file/parse.ts';
import { makeJq } from './adapters/jq/client.ts';
import { makeLog } from './adapters/log/pino-log.ts';
import { runCli } from './cli/program.ts';
import { configSchema, loadConfig } from './config/load.ts';
import { appKey } from './core/memory/app-record.ts';
import type { ConnectedInstance } from './flows/connected-instance.ts';
import { makeDoctor } from './flows/doctor.ts';
import { makeExplainApp } from './flows/explain-app.ts';
import { makeInspectApp } from './flows/inspect-app.ts';
import { makeObserveApp } from './flows/observe-app.ts';
import { makeListFleet } from './flows/scan/list-fleet.ts';
import { makeLookAtApps } from './flows/scan/look-at-apps.ts';
import { makeScanFleet } from './flows/scan/scan-fleet.ts';
import { connectInstances } from './main/connect-instances.ts';

/** Composition root: with `main/` the only place that knows every ring. */
export async function main(argv: readonly string[]): Promise<number> {
  const { env } = process;
  const clock = { now: () => new Date() };
  const explainApp = makeExplainApp({ jq: makeJq() });
  let notHealthyAfterMs = 3_600_000;

  const observeAppOf = ({ argocd, clusterFor }: ConnectedInstance) =>
    makeObserveApp({ argocd, clusterFor, clock, notHealthyAfterMs });

  return runCli(
    argv,
    {
      version: packageJson.version,
      explainApp,
      parseCase,
      parsePair,
      configSchema,
      connect: async ({ config: file, instance }) => {
        const config = loadConfig({ env, ...(file === undefined ? {} : { file }) });
        notHealthyAfterMs = config.scan.notHealthyAfter;
        return connectInstances(config, instance, env);
      },
      scanFleetOf: (instance) =>
        makeScanFleet({
          listFleet: makeListFleet(instance),
          lookAtApps: makeLookAtApps({
            argocd: instance.argocd,
            observeApp: observeAppOf(instance),
            explainApp,
            clock,
          }),
          clock,
        }),
      inspectAppOf: (instance) =>
        makeInspectApp({
          argocd: instance.argocd,
          observeApp: observeAppOf(instance),
          explainApp,
          sharedBy: async ({ ref }, options) =>
            (await makeListFleet(instance)({}, options)).shared.get(appKey(ref)) ?? [],
        }),
      doctor: makeDoctor({ clock }),
      startService: async ({ config: file, role }) => {
        const config = loadConfig({ env, ...(file === undefined ? {} : { file }) });
        const { startService } = await import('./main/service.ts');
        return startService({ config, env, role, clock, log: makeLog({ level: env.LOG_LEVEL ?? 'info' }) });
      },
      openDigestDesk: async ({ config: file }) => {
        const config = loadConfig({ env, ...(file === undefined ? {} : { file }) });
        const { openDigestDesk } = await import('./main/digest-desk.ts');
        return openDigestDesk(config, {
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
