import { ApiStatusError, type ClusterEvent, type ClusterModel } from './types.ts';

/** Something in the cluster that reacts to changes: an operator, a Job that comes back. */
export interface ScriptedController {
  readonly name: string;
  react(event: ClusterEvent, model: ClusterModel): void;
}

/** A chain of reactions to one change ends here, as if the controllers had backed off. */
const MAX_REACTIONS = 8;

/**
 * Reactions run after the write that caused them has returned its events, in order; what a reaction writes is reacted
 * to in turn. A write that the server refuses is the controller's own trouble, not that of whoever caused it. Returns the
 * way to stop it.
 */
export function addController(model: ClusterModel, controller: ScriptedController): () => void {
  const pending: { readonly event: ClusterEvent; readonly depth: number }[] = [];
  let depth = 0;
  let isRunning = false;

  return model.watch((event) => {
    if (depth < MAX_REACTIONS) pending.push({ event, depth: depth + 1 });
    if (isRunning) return;
    isRunning = true;
    try {
      for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
        depth = next.depth;
        attempt(() => controller.react(next.event, model));
      }
    } finally {
      pending.length = 0;
      depth = 0;
      isRunning = false;
    }
  });
}

function attempt(reaction: () => void): void {
  try {
    reaction();
  } catch (error) {
    if (!(error instanceof ApiStatusError)) throw error;
  }
}
