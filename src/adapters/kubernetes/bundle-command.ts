import { isOwnCluster } from '../../core/model/own-cluster.ts';
import type { Plan } from '../../core/remedy/plan.ts';
import { BUNDLE_LABEL, RESTORE_KEY } from './bundle-secrets.ts';

/**
 * One line for a shell. `create` never overwrites; where the steps only changed objects, `replace` puts the saved ones
 * back. The list is one JSON document: cut short, kubectl takes nothing of it.
 */
export function bundleCommand(
  bundleId: string,
  namespace: string,
  plan: Pick<Plan, 'steps' | 'destination'> | undefined,
): string {
  const parts = `{{range .items}}{{with index .data "${RESTORE_KEY}"}}{{base64decode .}}{{end}}{{end}}`;
  const read = `kubectl -n ${namespace} get secret -l ${BUNDLE_LABEL}=${bundleId} --sort-by=.metadata.name -o go-template='${parts}'`;
  const isCreate = plan === undefined || plan.steps.some(({ undo }) => undo.how === 'recreate');
  const apply = ['kubectl', ...whereOf(plan?.destination), isCreate ? 'create' : 'replace', '-f', '-'].join(' ');
  return `${read} | gunzip | ${apply}`;
}

/** Which cluster, said in a way that fails where the person's kubeconfig does not lead there. */
function whereOf(destination: Plan['destination'] = {}): readonly string[] {
  if (isOwnCluster(destination)) return [];
  const { server, name } = destination;
  return server === undefined ? ['--context', quoted(name ?? '')] : ['--server', quoted(server)];
}

/** Destinations are written by people: nothing in them may be read by the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
