import type { FixKind } from './fix.ts';

/** How much a class matters to a person reading: noise is silenced, signal is what a message leads with. */
export type Severity = 'noise' | 'info' | 'warning' | 'critical';

interface ClassEntry {
  readonly id: string;
  /** The story's letter, where it has one. */
  readonly letter: string;
  readonly title: string;
  readonly meaning: string;
  readonly proof: string;
  readonly severity: Severity;
  /** Fix kinds in the order in which they are tried; the first that applies is offered first. */
  readonly ladder: readonly FixKind[];
}

export const DRIFT_CLASSES = [
  {
    id: 'manual-change',
    letter: '',
    title: 'Someone edited live',
    meaning: 'A person changed the live object past Git. It may be a hotfix or a mistake; it is never noise.',
    proof:
      'the newest writer of the field is a human client, or the value changed with no Git change and no controller behind it',
    severity: 'critical',
    ladder: ['revert-live', 'drop-from-git', 'pin-in-git'],
  },
  {
    id: 'source-failure',
    letter: '',
    title: 'Argo CD cannot fetch the source',
    meaning: 'The repository, chart, revision or path cannot be read, so nothing is compared at all.',
    proof: 'a ComparisonError, InvalidSpecError or operation message of the fetch family',
    severity: 'critical',
    ladder: ['fix-source', 'upgrade-argocd', 'inspect-logs'],
  },
  {
    id: 'render-failure',
    letter: '',
    title: 'Argo CD cannot render the manifests',
    meaning: 'Helm, Kustomize, Jsonnet or a plugin fails on what was fetched.',
    proof: 'a ComparisonError or operation message of the render family',
    severity: 'critical',
    ladder: ['fix-template', 'fix-manifest', 'fix-source'],
  },
  {
    id: 'diff-failure',
    letter: '',
    title: 'Argo CD cannot compare',
    meaning: 'Target or live state was loaded, but comparing them fails, so the sync status says nothing.',
    proof: 'a ComparisonError of the compare family: schema, typed conversion, dry run, live state',
    severity: 'critical',
    ladder: ['upgrade-argocd', 'server-side-diff', 'fix-manifest', 'inspect-logs'],
  },
  {
    id: 'sync-failure',
    letter: '',
    title: 'Argo CD cannot apply',
    meaning: 'The API server, an admission webhook, a quota or RBAC refuses what Git wants.',
    proof: 'a failed operation or SyncError, with the message of the resource that was refused',
    severity: 'critical',
    ladder: ['fix-manifest', 'fix-source', 'dedupe-owner', 'inspect-logs', 'sync'],
  },
  {
    id: 'degraded',
    letter: '',
    title: 'Not healthy: Degraded',
    meaning: 'A resource reports that it does not work.',
    proof: 'health Degraded, with the pod, event, log line or condition underneath',
    severity: 'critical',
    ladder: ['fix-manifest', 'upgrade-argocd', 'inspect-logs'],
  },
  {
    id: 'stuck-progressing',
    letter: '',
    title: 'Not healthy: Progressing for long',
    meaning: 'It has been on its way to healthy for longer than any rollout takes; something underneath is broken.',
    proof: 'the not-healthy clock beyond its threshold, or a pod, event or log line that says it cannot get there',
    severity: 'critical',
    ladder: ['fix-manifest', 'inspect-logs'],
  },
  {
    id: 'missing',
    letter: '',
    title: 'In Git, not in the cluster',
    meaning: 'Git wants an object that is not there.',
    proof: 'live is null at a revision that was synced',
    severity: 'warning',
    ladder: ['sync', 'drop-from-git', 'fix-manifest'],
  },
  {
    id: 'zombie',
    letter: 'D',
    title: 'Left over, wants pruning',
    meaning: 'Argo CD applied it once, Git no longer renders it, and pruning is off.',
    proof: 'requires pruning, not a hook, not made by an operator, not every resource at once',
    severity: 'warning',
    ladder: ['delete', 'ignore-narrow', 'inspect-logs'],
  },
  {
    id: 'shared',
    letter: 'E',
    title: 'Two owners',
    meaning: 'Two applications, two Argo CDs or two deployers write the same object and take it from each other.',
    proof: 'SharedResourceWarning, the tracking id of another app, two apps that render it, alternating writers',
    severity: 'warning',
    ladder: ['dedupe-owner', 'ignore-narrow'],
  },
  {
    id: 'untracked',
    letter: 'C',
    title: 'Argo CD does not own it',
    meaning: 'The tracking id or label is missing, foreign or copied, or the object is older than the app.',
    proof:
      'tracking metadata by the configured method and installation id; for CRDs, older than the app and never written by Argo CD',
    severity: 'info',
    ladder: ['adopt', 'ignore-narrow', 'drop-from-git', 'fix-template', 'fix-manifest', 'sync'],
  },
  {
    id: 'hook',
    letter: 'F',
    title: 'Finished hook or one-shot job',
    meaning: 'A hook or a run that did its work is still there and is listed as if it were drift.',
    proof: 'a hook annotation now or in Git, or a Complete Job or run that wants pruning',
    severity: 'noise',
    ladder: ['hook-delete-policy', 'delete', 'fix-manifest', 'ignore-narrow', 'inspect-logs'],
  },
  {
    id: 'pending',
    letter: '',
    title: 'Git is ahead',
    meaning: 'A newer revision or a first sync is waiting: auto-sync is off, a window is closed or an operation runs.',
    proof: 'the compared revision differs from the synced one, or nothing was ever synced',
    severity: 'info',
    ladder: ['sync'],
  },
  {
    id: 'mutated',
    letter: 'G',
    title: 'A controller or webhook writes it',
    meaning: 'Another controller owns the field at run time, so Git and live can never agree on it.',
    proof: 'the writer in managedFields is a controller, an autoscaler targets it, a webhook injects it',
    severity: 'noise',
    ladder: ['drop-from-git', 'ignore-narrow', 'pin-in-git'],
  },
  {
    id: 'nondeterministic',
    letter: 'G',
    title: 'The render changes every time',
    meaning: 'The template yields another value at each render of the same revision: time, random values, checksums.',
    proof: 'two renders of one revision differ, or both sides hold a stamp of the same form',
    severity: 'noise',
    ladder: ['fix-template', 'ignore-narrow'],
  },
  {
    id: 'explicit-default',
    letter: 'B',
    title: 'Git states a value the API drops',
    meaning: 'Git spells out a zero, empty or default value; live cannot carry it, so the line differs for ever.',
    proof:
      'the key in Git is zero, empty or default and absent live; for Argo CD’s own kinds by their table and version',
    severity: 'noise',
    ladder: ['drop-from-git', 'fix-manifest'],
  },
  {
    id: 'schema-default',
    letter: 'A',
    title: 'CRD or API default',
    meaning: 'The API server fills in a default that Git leaves out, and the comparison flags the gap.',
    proof: 'the value equals the default in the live CRD’s schema or of the built-in type, and no other writer owns it',
    severity: 'noise',
    ladder: ['pin-in-git', 'server-side-diff', 'ignore-narrow'],
  },
  {
    id: 'normalization',
    letter: '',
    title: 'Same meaning, other spelling',
    meaning:
      'Both sides say the same in another form: quantities, durations, order, duplicates, encodings, API versions.',
    proof: 'both values parse to the same meaning',
    severity: 'noise',
    ladder: ['fix-manifest', 'upgrade-argocd'],
  },
  {
    id: 'residual',
    letter: '',
    title: 'Unexplained, watched',
    meaning: 'Nothing known explains it. It is named and watched, so that noise and signal stay apart.',
    proof: 'no rule claims it',
    severity: 'warning',
    ladder: ['inspect-logs', 'server-side-diff', 'upgrade-argocd'],
  },
] as const satisfies readonly ClassEntry[];

export type DriftClass = (typeof DRIFT_CLASSES)[number]['id'];

export interface DriftClassEntry extends ClassEntry {
  readonly id: DriftClass;
}

const BY_ID: ReadonlyMap<string, DriftClassEntry> = new Map(DRIFT_CLASSES.map((entry) => [entry.id, entry]));

export function driftClass(id: DriftClass): DriftClassEntry {
  const entry = BY_ID.get(id);
  if (!entry) throw new TypeError(`no drift class ${id} in the catalogue`);
  return entry;
}
