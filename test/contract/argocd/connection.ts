import { type ArgoCd, makeArgoCd } from '../../../src/adapters/argocd/client.ts';
import { defined } from '../../../src/core/model/defined.ts';
import type { ArgoCdTarget } from './target.ts';

export interface Connected {
  readonly target: ArgoCdTarget;
  readonly argocd: ArgoCd;
}

/** Given once the suite runs: targets are started, not imported. */
export type Connection = () => Connected;

export function connectTo(target: ArgoCdTarget, token = target.token): ArgoCd {
  const { server, writeToken, ca } = target;
  return makeArgoCd({
    name: 'contract',
    server,
    token,
    ...defined({ writeToken, ca }),
    requestsPerSecond: 50,
  });
}
