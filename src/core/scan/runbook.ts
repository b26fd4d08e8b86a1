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

/** The checklist that a person on call would go through, answered from what was observed. */
export function runbookFor(
  app: AppState,
  findings: readonly Finding[],
  { sweptWorkloads }: Pick<Observation, 'sweptWorkloads'> = {},
): readonly RunbookAnswer[] {
  return [
    ...(app.sync.status === 'Synced' ? [syncedAnswer(findings, sweptWorkloads)] : outOfSyncAnswers(app, findings)),
    ...(app.health.status === 'Healthy' ? [] : healthAnswers(app, findings)),
  ];
}

/** Synced says nothing of what Git never declared. */
function syncedAnswer(findings: readonly Finding[], sweptWorkloads: number | undefined): RunbookAnswer {
  const otherwise =
    sweptWorkloads === undefined
      ? 'unknown: Argo CD does not compare what Git never declared, and the cluster was not swept for it (needs access to it; in a scan also scan.ghostSweep: true)'
      : `no: of the Synced workloads (${sweptWorkloads} read) none carries a field that a person added past Git`;
  return { question: MUTATED, answer: named(findings, ['manual-change']) ?? otherwise };
}

function outOfSyncAnswers(app: AppState, findings: readonly Finding[]): readonly RunbookAnswer[] {
  const { autoSync, operation } = app;
  const says = (classes: readonly DriftClass[], otherwise: string): string => named(findings, classes) ?? otherwise;
  return [
    {
      question: 'Is Git ahead of the live cluster?',
      answer: isGitAhead(app)
        ? `yes: compared with ${app.sync.revisions.join(', ')}, last synced ${operation?.revisions.join(', ') ?? 'never'}`
        : says(['pending'], 'no: the last synced revision is the compared one'),
    },
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
      answer: says(['manual-change'], 'no field has a person as its newest writer'),
    },
    {
      question: 'Is Argo CD unable to fetch or render?',
      answer: says(['source-failure', 'render-failure', 'diff-failure'], 'no: it compares'),
    },
    {
      question: 'Is another controller fighting Argo CD?',
      answer: says(['mutated', 'shared', 'untracked'], 'none was found'),
    },
  ];
}

function blockedAnswer({ autoSync, operation, windows }: AppState): string {
  const window = windows && describeBlock(windows, { automated: autoSync.enabled });
  const running = operation?.phase === 'Running' ? `an operation is running: ${operation.message}` : undefined;
  const off = autoSync.enabled ? undefined : 'it is off';
  const reasons = [running, off, window].filter((reason) => reason !== undefined);
  if (reasons.length > 0) return reasons.join('; ');
  return windows ? 'no: no sync window blocks it now' : 'nothing that was observed blocks it';
}

function healthAnswers(app: AppState, findings: readonly Finding[]): readonly RunbookAnswer[] {
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
          .join('; ') || 'nothing was found underneath',
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
