import type { Manifest } from '../../model/json.ts';
import { isList, isObject, listAt, stringAt } from '../../model/json.ts';
import { resourceRule } from '../rule.ts';
import { isOnlyLive } from '../subject.ts';

/** A Job, PipelineRun, TaskRun, Workflow … that did its work, is not in Git any more and wants pruning. */
export const finishedRun = resourceRule({
  id: 'finished-run',
  title: 'A finished one-shot run stays behind',
  driftClass: 'hook',
  needs: [],

  claim(subject) {
    const { resource, changes, comparison } = subject;
    if (!isOnlyLive(subject) || resource.live === null || !isFinished(resource.live)) return undefined;
    return {
      changes,
      owner: comparison.managed.writers[0]?.manager ?? '',
      cause: 'finished run',
      confidence: 'certain',
      evidence: [
        {
          source: 'live',
          says: `${resource.ref.kind} is finished${finishedAt(resource.live)} and Git does not render it`,
        },
      ],
      fixes: [
        {
          kind: 'delete',
          paths: [''],
          detail: 'dump it, then delete the finished run once; it does not come back by itself',
        },
        {
          kind: 'hook-delete-policy',
          paths: [''],
          detail: 'to run it at each sync on purpose, render it as a hook with a delete policy',
        },
      ],
    };
  },
});

const DONE_CONDITIONS = new Set(['Complete', 'Failed', 'Succeeded', 'Completed', 'SuccessCriteriaMet']);
const RUN_KINDS = /(Run|Job|Workflow|Pod)$/;

function isFinished(live: Manifest): boolean {
  const kind = stringAt(live, 'kind') ?? '';
  if (!RUN_KINDS.test(kind) || kind === 'CronJob' || kind === 'ScaledJob') return false;
  const conditions = listAt(live, 'status', 'conditions');
  const done =
    isList(conditions) &&
    conditions.some(
      (condition) => isObject(condition) && DONE_CONDITIONS.has(String(condition.type)) && condition.status === 'True',
    );
  const phase = stringAt(live, 'status', 'phase') ?? '';
  return (
    done ||
    stringAt(live, 'status', 'completionTime') !== undefined ||
    /^(Succeeded|Failed|Completed|Error)$/.test(phase)
  );
}

function finishedAt(live: Manifest): string {
  const at = stringAt(live, 'status', 'completionTime') ?? stringAt(live, 'status', 'finishedAt');
  return at === undefined ? '' : ` since ${at}`;
}
