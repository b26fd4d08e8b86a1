import { locateProgram } from '../build/build-program.ts';
import { ARGOCD_RELEASES, type ArgocdRelease, PROGRAMS } from '../build/programs.ts';
import { tableOf } from '../document.ts';
import { type ApplicationView, matches } from './application.ts';
import type { ScannedFinding } from './plumbline.ts';
import type { Replayed } from './replay.ts';
import { STRATEGY_NAMES, type StrategyRow } from './strategies.ts';

const MESSAGE_LENGTH = 160;
const MAX_PATHS = 3;

/** The section of docs/lab.md that a replay on this release writes. */
export function sectionFor(release: ArgocdRelease): string {
  return `replayed on ${release}`;
}

export function renderReport(
  release: ArgocdRelease,
  results: readonly Replayed[],
  strategies: readonly StrategyRow[],
): string {
  return [
    `## Argo CD ${release}`,
    '',
    `${versionsOf(release)}.`,
    '',
    ...tableOf(['scenario', 'Argo CD reported', 'Plumbline said', 'fix applied', 'cleared?'], results.map(rowOf)),
    '',
    `### What drifts right after a sync on ${release}`,
    '',
    'The manifests are `test/lab/replay/strategy-manifests.ts`; each cell is live → what Argo CD predicts.',
    '',
    ...tableOf(
      ['field', ...STRATEGY_NAMES],
      strategies.map(({ field, drift }) => [
        `\`${field}\``,
        ...STRATEGY_NAMES.map((strategy) => drift.get(strategy) ?? 'no drift'),
      ]),
    ),
    '',
  ].join('\n');
}

export function versionsOf(release: ArgocdRelease): string {
  const { argocd, helm } = ARGOCD_RELEASES[release];
  const { kubeApiserver, etcd, kwok, kustomize } = PROGRAMS;
  const named = { 'Argo CD': argocd, Kubernetes: kubeApiserver, etcd, KWOK: kwok, Helm: helm, Kustomize: kustomize };
  return Object.entries(named)
    .map(([name, program]) => `${name} ${locateProgram(program).version}`)
    .join(', ');
}

function rowOf({ scenario, view, findings, after, problems }: Replayed): readonly string[] {
  const { title, plumbline, fix } = scenario;
  const [lead] = findings;
  const isExpected = (lead?.class ?? null) === plumbline.lead;
  const lacks = isExpected ? problems.filter((problem) => problem.startsWith('Plumbline did not')) : [];
  return [
    `${title} (\`${scenario.id}\`)`,
    view === undefined ? 'could not be arranged' : reportedBy(view),
    [
      saidBy(lead),
      ...(isExpected ? [] : [`**expected \`${plumbline.lead ?? 'nothing'}\`**`]),
      ...(lacks.length === 0 ? [] : ['**less than it should**']),
    ].join('; '),
    fix?.says ?? '–',
    clearedBy(fix && after && matches(after, fix.leaves), after),
  ];
}

function clearedBy(isCleared: boolean | undefined, after: ApplicationView | undefined): string {
  if (isCleared === undefined || after === undefined) return '–';
  return isCleared ? 'yes' : `no: ${after.sync}, ${after.health}`;
}

export function reportedBy({ sync, health, drifting, conditions, operation }: ApplicationView): string {
  const messages = conditions.map(({ type, message }) => `${type}: ${message}`);
  const failed = operation.phase === 'Failed' || operation.phase === 'Error' ? operation.messages.slice(0, 1) : [];
  const state = `${sync}, ${health}${drifting.length === 0 ? '' : `: ${drifting.join(', ')}`}`;
  return [state, ...messages, ...failed.map((message) => `operation ${operation.phase}: ${message}`)]
    .map(shorten)
    .join('; ');
}

export function saidBy(lead: ScannedFinding | undefined): string {
  if (lead === undefined) return 'nothing';
  const paths = lead.paths.filter((path) => path !== '').slice(0, MAX_PATHS);
  const more = lead.paths.length > MAX_PATHS ? ' …' : '';
  const where = paths.length === 0 ? '' : `: ${paths.map((path) => `\`${path}\``).join(', ')}${more}`;
  const owner = lead.owner === '' ? '' : `, by ${lead.owner}`;
  return `${lead.letter === '' ? '' : `${lead.letter} `}\`${lead.class}\` (${lead.confidence})${where}${owner}`;
}

/** The repo-server's messages hold paths of its own cache, which are of no use to a reader. */
export function shorten(message: string): string {
  const line = message
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /Failed to load target state: failed to generate manifest for source \d+ of \d+: rpc error: code = \w+ desc = /g,
      '',
    )
    .replaceAll(/"?\/(tmp|dev\/shm)\/[^\s":]*"?/g, '…');
  return line.length > MESSAGE_LENGTH ? `${line.slice(0, MESSAGE_LENGTH)}…` : line;
}
