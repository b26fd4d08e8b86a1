import { hookOf } from '../../drift/hooks.ts';
import { listAt, type Manifest, stringAt } from '../../model/json.ts';

/** Kinds that run once and would run again if they were created again. */
const RUNS_ONCE = new Set(['Job', 'Pod', 'PipelineRun', 'TaskRun', 'Workflow']);
const ENDED = new Set(['Complete', 'Failed']);
const ENDED_PHASES = new Set(['Succeeded', 'Failed', 'Error']);

export function runsOnce(kind: string): boolean {
  return RUNS_ONCE.has(kind);
}

export function hasEnded(live: Manifest): boolean {
  if (ENDED_PHASES.has(stringAt(live, 'status', 'phase') ?? '')) return true;
  return listAt(live, 'status', 'conditions').some((condition) => {
    const [type = '', status] = [stringAt(condition, 'type'), stringAt(condition, 'status')];
    // Tekton says `Succeeded: False` of a run that failed, and Unknown of one that still runs
    return (
      (ENDED.has(type) && status === 'True') || (type === 'Succeeded' && status !== 'Unknown' && status !== undefined)
    );
  });
}

export function isFinishedHook(live: Manifest): boolean {
  return hookOf(live) !== undefined && runsOnce(stringAt(live, 'kind') ?? '') && hasEnded(live);
}

/** What class F is about: a hook, or something that ran once and is done. A leftover of what has become a hook is neither. */
export function isHookOrFinishedRun(live: Manifest): boolean {
  return hookOf(live) !== undefined || (runsOnce(stringAt(live, 'kind') ?? '') && hasEnded(live));
}
