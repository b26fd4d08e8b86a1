import type { Policy } from '../core/policy/policy.ts';
import { scopesFor } from '../core/policy/visibility.ts';
import type { ToldChannel } from '../flows/tell-channels.ts';
import type { Directory } from '../ports/directory.ts';
import type { Viewer } from './answers/answer.ts';

export interface ViewerDeps {
  readonly channels: readonly ToldChannel[];
  readonly policy: Policy;
  readonly directory: Directory;
}

export type ViewerOf = (user: string, channel: string) => Promise<Viewer>;

/** Which part of the fleet somebody is shown in a channel. A configured channel decides for all who are in it: nobody is asked about then. */
export function makeViewerOf({ channels, policy, directory }: ViewerDeps): ViewerOf {
  return async (user, channel) => {
    const isConfigured = channels.some(({ id }) => id === channel);
    const person = isConfigured ? { id: user, groups: [] } : await directory.person(user);
    return { user, channel, scopes: scopesFor(channels, policy, channel, person) };
  };
}
