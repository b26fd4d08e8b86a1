import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { NotAllowedError, RejectedError } from '../../core/model/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Directory } from '../../ports/directory.ts';
import { slackError } from './errors.ts';

const Members = z.object({ users: z.array(z.string()).default([]) });

export interface DirectoryOptions {
  /** Only these are ever asked about: the groups that the policy names. */
  readonly groups: readonly string[];
  readonly clock: Clock;
  /** Slack allows some twenty questions a minute. */
  readonly cacheMs?: number;
}

/** Membership counts for a decision as it is now; Slack allows some twenty questions a minute. */
export const FRESH_MS = 10_000;

/** Group members as Slack says now. A group that cannot be read has no members: nobody gains by it. */
export function makeDirectory(client: WebClient, { groups, clock, cacheMs = 60_000 }: DirectoryOptions): Directory {
  const cached = new Map<string, { readonly until: number; readonly users: Promise<readonly string[]> }>();

  function usersOf(group: string): Promise<readonly string[]> {
    const known = cached.get(group);
    if (known && known.until > clock.now().getTime()) return known.users;
    const users = read(group);
    cached.set(group, { until: clock.now().getTime() + cacheMs, users });
    users.catch(() => cached.delete(group));
    return users;
  }

  async function read(group: string): Promise<readonly string[]> {
    try {
      return Members.parse(await client.usergroups.users.list({ usergroup: group })).users;
    } catch (error) {
      const translated = slackError(error);
      // no such group, no such scope, a plan without user groups: nobody is in it
      if (translated instanceof RejectedError || translated instanceof NotAllowedError) return [];
      throw translated;
    }
  }

  return {
    async person(id) {
      const memberships = await Promise.all(
        groups.map(async (group) => ((await usersOf(group)).includes(id) ? [group] : [])),
      );
      return { id, groups: memberships.flat() };
    },
  };
}
