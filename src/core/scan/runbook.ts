import { isGitAhead } from '../drift/subject.ts';
import { describeBlock } from '../drift/windows.ts';
import type { Observation } from '../facts/observation.ts';
import type { DriftClass } from '../model/drift-class.ts';
import type { Finding } from '../model/finding.ts';
import type { AppState } from '../model/observation.ts';
import { kindAndName } from '../model/resource-ref.ts';

export interface RunbookAnswer {
  readonly question: string;
  readonly answer: string;
}

const MUTATED = 'Did someone mutate live state?';

type Checked = Pick<Observation, 'sweptWorkloads' | 'comparisonUnread'> & Partial<Pick<Observation, 'notObserved'>>;

/** The checklist that a person on call would go through, answered from what was observed: what was not checked is said so. */
export function runbookFor(
  app: AppState,
  findings: readonly Finding[],
  checked: Checked = {},
): readonly RunbookAnswer[] {
  return [
    ...(app.sync.status === 'Synced' ? [syncedAnswer(findings, checked)] : outOfSyncAnswers(app, findings, checked)),
    ...(app.health.status === 'Healthy' ? [] : healthAnswers(app, findings, checked)),
  ];
}

/** Synced says nothing of what Git never declared. */
function syncedAnswer(findings: readonly Finding[], { sweptWorkloads, notObserved = [] }: Checked): RunbookAnswer {
  const otherwise =
    sweptWorkloads === undefined
      ? 'unknown: Argo CD does not compare what Git never declared, and the cluster was not swept for it (needs access to it; in a scan also scan.ghostSweep: true)'
      : notObserved.length > 0
        ? `unknown: not in the Synced workloads that were read (${sweptWorkloads}); couldn’t check ${notObserved.join('; ')}`
        : `no: of the Synced workloads (${sweptWorkloads} read) none carries a field that a person added past Git`;
  return { question: MUTATED, answer: named(findings, ['manual-change']) ?? otherwise };
}

function outOfSyncAnswers(app: AppState, findings: readonly Finding[], checked: Checked): readonly RunbookAnswer[] {
  const { autoSync } = app;
  const says = (classes: readonly DriftClass[], otherwise: string): string => named(findings, classes) ?? otherwise;
  const ifCompared = (otherwise: string): string => notCompared(app, checked) ?? otherwise;
  return [
    { question: 'Is Git ahead of the live cluster?', answer: aheadAnswer(app, findings, checked) },
    {
      question: 'Was sync expected to be automated?',
      answer: autoSync.enabled
        ? `yes; self-heal is ${autoSync.selfHeal ? 'on' : 'off'}, prune is ${autoSync.prune ? 'on' : 'off'}`
        : 'no: automated sync is off',
    },
    {
      question: 'Is automated sync disabled or blocked?',
      answer: blockedAnswer(app),
    },
    {
      question: 'Is there a diff ignore issue?',
      answer:
        app.ignoreDifferences.length === 0
          ? 'the app ignores nothing'
          : `the app has ignore rules: ${app.ignoreDifferences.length}`,
    },
    {
      question: MUTATED,
      answer: says(['manual-change'], ifCompared('of the fields that differ none has a person as its newest writer')),
    },
    {
      question: 'Is Argo CD unable to fetch or render?',
      answer: says(
        ['source-failure', 'render-failure', 'diff-failure'],
        app.sync.status === 'OutOfSync' ? 'no: it compares' : `unknown: ${noStatus(app)}`,
      ),
    },
    {
      question: 'Is another controller fighting Argo CD?',
      answer: says(['mutated', 'shared', 'untracked'], ifCompared('none was found')),
    },
  ];
}

function aheadAnswer(app: AppState, findings: readonly Finding[], checked: Checked): string {
  const { sync, operation } = app;
  if (isGitAhead(app))
    return `yes: compared with ${sync.revisions.join(', ')}, last synced ${operation?.revisions.join(', ') ?? 'never'}`;
  const found = named(findings, ['pending']) ?? notCompared(app, checked);
  if (found !== undefined) return found;
  return isSameRevision(app) ? 'no: the last synced revision is the compared one' : 'unknown: no revision to compare';
}

function isSameRevision({ sync, operation }: AppState): boolean {
  const synced = operation?.revisions ?? [];
  return (
    synced.length > 0 &&
    synced.length === sync.revisions.length &&
    synced.every((one, at) => one === sync.revisions[at])
  );
}

/** Why nothing can be said of fields; undefined: Argo CD told all it compares. */
function notCompared(app: AppState, { comparisonUnread, notObserved = [] }: Checked): string | undefined {
  if (comparisonUnread) return `unknown: couldn’t check ${notObserved.join('; ')}`;
  return app.sync.status === 'OutOfSync' ? undefined : `unknown: ${noStatus(app)}`;
}

function noStatus({ sync }: AppState): string {
  return `Argo CD’s sync status is ${sync.status || 'empty'}, so it compared nothing`;
}

function blockedAnswer({ autoSync, operation, windows }: AppState): string {
  const window = windows && describeBlock(windows, { automated: autoSync.enabled });
  const running = operation?.phase === 'Running' ? `an operation is running: ${operation.message}` : undefined;
  const off = autoSync.enabled ? undefined : 'it is off';
  const reasons = [running, off, window].filter((reason) => reason !== undefined);
  if (reasons.length > 0) return reasons.join('; ');
  return windows ? 'no: no sync window blocks it now' : 'nothing that was observed blocks it';
}

function healthAnswers(
  app: AppState,
  findings: readonly Finding[],
  { notObserved = [] }: Checked,
): readonly RunbookAnswer[] {
  const sick = findings.find(({ driftClass }) => driftClass === 'degraded' || driftClass === 'stuck-progressing');
  return [
    {
      question: 'Which resource is not healthy?',
      answer: sick?.resource ? kindAndName(sick.resource) : 'none that Argo CD names',
    },
    {
      question: 'What is underneath?',
      answer:
        sick?.evidence
          .slice(1)
          .map(({ says }) => says)
          .join('; ') ||
        (notObserved.length === 0
          ? 'nothing was found underneath'
          : `unknown: couldn’t check ${notObserved.join('; ')}`),
    },
    {
      question: 'Did it start after a revision change?',
      answer:
        app.health.since === undefined || app.operation?.finishedAt === undefined
          ? 'unknown'
          : app.health.since >= app.operation.finishedAt
            ? `after the sync that ended at ${app.operation.finishedAt}`
            : `before the last sync, which ended at ${app.operation.finishedAt}`,
    },
    { question: 'What to do?', answer: sick?.fixes[0]?.detail ?? 'look at its pods, events and logs' },
  ];
}

function named(findings: readonly Finding[], classes: readonly DriftClass[]): string | undefined {
  const found = findings.filter(({ driftClass }) => classes.includes(driftClass));
  if (found.length === 0) return undefined;
  return `yes: ${found
    .slice(0, 3)
    .map(
      ({ resource, owner, cause }) => `${resource ? `${kindAndName(resource)}, ` : ''}${owner === '' ? cause : owner}`,
    )
    .join('; ')}${found.length > 3 ? ` and ${found.length - 3} more` : ''}`;
}
