import { isOwnCluster } from '../../core/model/own-cluster.ts';
import { isArgoCdKind } from '../../core/model/resource-ref.ts';
import type { Plan, Step } from '../../core/remedy/plan/plan.ts';
import { isInRestoreList } from '../../core/remedy/restore/restore-list.ts';
import { BUNDLE_LABEL, RESTORE_KEY } from './bundle-secrets.ts';

/**
 * One line for a shell; undefined: nothing of the plan can be undone by hand. `create` never overwrites; where the steps only
 * changed objects, `replace` puts the saved ones back. The list is one JSON document: cut short, kubectl takes nothing of it.
 * Argo CD's own objects keep their status and history in themselves, which `replace` would wipe out: they are patched.
 */
export function bundleCommand(
  bundleId: string,
  namespace: string,
  plan: Pick<Plan, 'steps' | 'destination'> | undefined,
): string | undefined {
  const steps = plan?.steps ?? [];
  const listed = plan === undefined || steps.some(isInRestoreList) ? [listCommand(bundleId, namespace, plan)] : [];
  const commands = [...steps.toReversed().flatMap(patchCommand), ...listed];
  return commands.length === 0 ? undefined : commands.join(' && ');
}

function listCommand(
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

function patchCommand({ target, undo }: Step): readonly string[] {
  if (!isArgoCdKind(target) || undo.how !== 'patch') return [];
  const what = `${target.kind.toLowerCase()}.${target.group}/${target.name}`;
  const patch = quoted(JSON.stringify(undo.patch));
  return [`kubectl -n ${target.namespace} patch ${what} --type merge -p ${patch}`];
}

/** Which cluster, said in a way that fails where the person's kubeconfig does not lead there. */
function whereOf(destination: Plan['destination'] = {}): readonly string[] {
  if (isOwnCluster(destination)) return [];
  const { server, name } = destination;
  return server === undefined ? ['--context', quoted(name ?? '')] : ['--server', quoted(server)];
}

/** Destinations and patches are written by people: nothing in them may be read by the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
