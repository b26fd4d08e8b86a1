import { fixWords } from '../../fix/fix-words.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fix, FixKind } from '../../model/fix.ts';
import type { AppState } from '../../model/observation.ts';
import { isSecret } from '../../model/resource-ref.ts';
import { count } from '../../words/count.ts';
import type { PlanKind } from './plan.ts';
import { isRestartable } from './restart.ts';
import { isStuck } from './terminate.ts';

/** A plan worth trying. `delete`: which of the two it becomes, the object itself decides. */
export interface Wish {
  readonly kind: Exclude<PlanKind, 'delete-zombies' | 'delete-hooks' | 'label'> | 'delete';
  /** What it is meant to settle; none for what is about the app as a whole. */
  readonly findings: readonly Finding[];
}

export interface Wishes {
  readonly wishes: readonly Wish[];
  /** What no plan settles, and where it is settled instead. */
  readonly notes: readonly string[];
}

const KINDS: readonly Wish['kind'][] = [
  'terminate',
  'revert',
  'sync',
  'adopt',
  'annotate',
  'restart',
  'delete',
  'rollback',
];

/** Which plans to attempt, by the class of each finding and its ladder of fixes. */
export function wishesFor(findings: readonly Finding[], app: AppState, now: Date): Wishes {
  const wanted = findings.map((finding) => ({ finding, kind: kindFor(finding) }));
  const isIll = findings.some(isHealth);
  const wishes = KINDS.flatMap((kind): Wish[] => {
    if (kind === 'terminate') return isStuck(app, now) ? [{ kind, findings: [] }] : [];
    if (kind === 'rollback') return isIll && !findings.some(isFoundInGit) ? [{ kind, findings: [] }] : [];
    const settled = wanted.filter((each) => each.kind === kind).map(({ finding }) => finding);
    return settled.length === 0 ? [] : [{ kind, findings: settled }];
  });
  if (findings.length === 0 && wishes.length === 0) return { wishes, notes: ['nothing was found that wants a change'] };
  return { wishes, notes: notesFor(wanted.filter(({ kind }) => kind === undefined).map(({ finding }) => finding)) };
}

function kindFor(finding: Finding): Wish['kind'] | undefined {
  const { driftClass, resource } = finding;
  if (resource === undefined) return undefined;
  // also what is in use: the proof names who uses it
  if (driftClass === 'zombie' || has(finding, 'delete')) return 'delete';
  if (has(finding, 'revert-live')) return isSecret(resource) ? 'sync' : 'revert';
  if (has(finding, 'adopt')) return 'adopt';
  if (driftClass === 'shared') return 'annotate';
  if ((driftClass === 'pending' || driftClass === 'missing') && has(finding, 'sync')) return 'sync';
  return isHealth(finding) && isRestartable(resource) && isCurable(finding) ? 'restart' : undefined;
}

/** Of these a new pod suffers as the old one did. */
const OUTLIVES_PODS = /BackOff|Pending|Unschedulable|Provisioning|Quota|Invalid|ConfigError|OOMKilled|ImagePull/i;

function isCurable(finding: Finding): boolean {
  return !isFoundInGit(finding) && !OUTLIVES_PODS.test(finding.cause);
}

function has({ fixes }: Finding, kind: FixKind): boolean {
  return fixes.some((fix) => fix.kind === kind);
}

function isHealth({ driftClass }: Finding): boolean {
  return driftClass === 'degraded' || driftClass === 'stuck-progressing';
}

function isFoundInGit(finding: Finding): boolean {
  return isHealth(finding) && finding.fixes.some(({ direction }) => direction === 'git');
}

function notesFor(findings: readonly Finding[]): readonly string[] {
  const first = findings.flatMap(({ fixes }) => fixes.slice(0, 1));
  return [...noteOf(first, 'git', 'fixed in Git'), ...noteOf(first, 'compare', 'fixed in Git by comparing less')];
}

function noteOf(fixes: readonly Fix[], direction: Fix['direction'], where: string): readonly string[] {
  const belonging = fixes.filter((fix) => fix.direction === direction);
  if (belonging.length === 0) return [];
  const ways = [...Map.groupBy(belonging, ({ kind }) => kind).values()].map((some) => wayOf(some, belonging.length));
  const verb = belonging.length === 1 ? 'is' : 'are';
  return [`${count(belonging.length, 'finding')} ${verb} ${where}: ${ways.join('; ')}`];
}

/** The first of a kind says what they all are about. */
function wayOf(fixes: readonly Fix[], all: number): string {
  const [first] = fixes;
  if (first === undefined) return '';
  const words = fixWords(first, fixes.length);
  return fixes.length === all ? words : `${words} (${fixes.length})`;
}
