import { ApiStatusError, type ClusterEvent, type ClusterModel } from './types.ts';

/** Something in the cluster that reacts to changes: an operator, a Job that comes back. */
export interface ScriptedController {
  readonly name: string;
  react(event: ClusterEvent, model: ClusterModel): void;
}

/** A chain of reactions to one change ends here, as if the controllers had backed off. */
const MAX_REACTIONS = 8;

/**
 * Events arrive in order, each once the write that caused it is complete; what a reaction writes is reacted to in turn. A
 * write that the server refuses is the controller's own trouble, not that of whoever caused it. Returns the way to stop it.
 */
export function addController(model: ClusterModel, controller: ScriptedController): () => void {
  return model.watch((event) => {
    if (event.depth >= MAX_REACTIONS) return;
    try {
      controller.react(event, model);
    } catch (error) {
      if (!(error instanceof ApiStatusError)) throw error;
    }
  });
}
