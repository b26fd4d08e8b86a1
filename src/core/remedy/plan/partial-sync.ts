import { hookOf, isSkipped } from '../../drift/hooks.ts';
import { annotation } from '../../drift/subject.ts';
import type { Manifest } from '../../model/json.ts';
import type { AppState } from '../../model/observation.ts';
import { isInProgress } from './terminate.ts';

/* A partial sync applies what it is given: no hook runs and no wave waits (docs/facts.md#operations). */

/** An app, and everything that Git renders for it, hooks included. */
export interface Rendered {
  readonly app: AppState;
  /** undefined: it could not be looked at. */
  readonly rendered: readonly Manifest[] | undefined;
}

/** Why the app is synced as a whole or not at all; undefined = single resources may be. */
export function partialSyncObstacle(subject: Rendered): string | undefined {
  const { operation } = subject.app;
  if (isInProgress(operation)) return 'a sync of this app is running: plan again once it has ended';
  if (operation?.phase === 'Failed' || operation?.phase === 'Error')
    return `this app’s last sync failed (${operation.message}): fix that, then sync the whole app. A partial sync would go round it`;
  const unknown = 'hooks and sync waves of this app could not be checked, and a partial sync skips them';
  return hookObstacle(subject, 'a partial sync') ?? waveObstacle(subject) ?? (subject.rendered ? undefined : unknown);
}

/** Why what runs no hooks is not done to the app; undefined = no hook is known. */
export function hookObstacle({ app, rendered = [] }: Rendered, what: string): string | undefined {
  const inGit = rendered.find((manifest) => hookOf(manifest) !== undefined && !isSkipped(manifest));
  const { phases } = hookOf(inGit) ?? {};
  const ran = app.operation?.resources.find(({ hookType }) => (hookType ?? '') !== '')?.hookType;
  const kind = phases ?? ran ?? (app.resources.some(({ hook }) => hook) ? 'left by an earlier sync' : undefined);
  return kind === undefined ? undefined : `this app has hooks (${kind}), and ${what} skips them`;
}

function waveObstacle({ rendered = [] }: Rendered): string | undefined {
  const waves = new Set(rendered.map((manifest) => annotation(manifest, 'argocd.argoproj.io/sync-wave') ?? '0'));
  return waves.size > 1 ? 'this app syncs in waves, whose order a partial sync does not keep' : undefined;
}
