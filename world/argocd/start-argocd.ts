import { defined } from '../../src/core/model/defined.ts';
import type { Faults } from '../cluster/faults.ts';
import type { GitModel, WorldClock } from '../cluster/types.ts';
import { startApiServer } from './api/server.ts';
import type { TokenGrant } from './api/session.ts';
import { type Controller, makeController, type NamedCluster } from './controller/controller.ts';
import { makeControllerBackend } from './controller-backend.ts';

export interface ServeOptions {
  readonly tokens: readonly TokenGrant[];
  readonly port?: number;
  readonly host?: string;
  /** What its answers are dated by; the time of day when left out. */
  readonly clock?: WorldClock;
}

export interface StartArgoCdOptions extends ServeOptions {
  /** The first one is the management cluster. */
  readonly clusters: readonly [NamedCluster, ...NamedCluster[]];
  readonly repositories: readonly GitModel[];
  readonly clock: WorldClock;
  readonly version?: string;
  readonly namespace?: string;
  readonly pollMs?: number;
}

export interface RunningArgoCd {
  readonly url: string;
  readonly faults: Faults;
  readonly requests: readonly string[];
  readonly controller: Controller;
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** A simulated Argo CD over a world: controller, repo server and API server in one. */
export function startArgoCd(options: StartArgoCdOptions): Promise<RunningArgoCd> {
  const controller = makeController({
    clusters: options.clusters,
    repositories: options.repositories,
    clock: options.clock,
    version: options.version ?? 'v3.2.11',
    namespace: options.namespace ?? 'argocd',
    debounceMs: 20,
    pollMs: options.pollMs ?? 1000,
  });
  return serveArgoCd(controller, options);
}

/** The API server of a controller that runs already, such as the story's. Closing it closes the controller too. */
export async function serveArgoCd(
  controller: Controller,
  { tokens, port, host, clock }: ServeOptions,
): Promise<RunningArgoCd> {
  const server = await startApiServer({
    backend: makeControllerBackend(controller),
    tokens,
    ...defined({ port, host, clock }),
  });
  return {
    url: server.url,
    faults: server.faults,
    requests: server.requests,
    controller,
    settle: () => controller.settle(),
    async close() {
      controller.close();
      await server.close();
    },
  };
}
