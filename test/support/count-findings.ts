import { makeJq } from '../../src/adapters/jq/client.ts';
import type { ConnectedInstance } from '../../src/flows/connected-instance.ts';
import { makeExplainApp } from '../../src/flows/explain-app.ts';
import { makeInspectApp } from '../../src/flows/inspect-app.ts';
import { makeObserveApp } from '../../src/flows/observe-app.ts';
import type { CountFindings } from '../../src/flows/remedy/run/prove.ts';
import { clock } from './story-world.ts';

/** As the service counts them: it looks at the app and explains what it sees. */
export function countFindingsOf({ argocd, clusterFor }: ConnectedInstance): CountFindings {
  const observeApp = makeObserveApp({ argocd, clusterFor, clock, notHealthyAfterMs: 3_600_000 });
  const inspect = makeInspectApp({ argocd, observeApp, explainApp: makeExplainApp({ jq: makeJq() }) });
  return async ({ namespace, name }, signal) => {
    const inspected = await inspect(`${namespace}/${name}`, signal);
    if (!('findings' in inspected)) throw new TypeError(`there is no app ${name}`);
    return inspected.findings.length;
  };
}
