import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { BotError, UnavailableError } from '../../core/model/errors.ts';
import type { CallOptions } from '../../ports/argocd.ts';
import type { WorkspaceCheck } from '../../ports/self-check.ts';
import { makeWorkerClient, type SlackWebOptions } from './client.ts';
import { notFromSlack, RATE_LIMITED, slackError } from './errors.ts';

const Identity = z.object({
  team: z.string().default(''),
  user: z.string().default(''),
  response_metadata: z.object({ scopes: z.array(z.string()).optional() }).optional(),
});
const Info = z.object({
  channel: z.object({
    name: z.string().default(''),
    is_member: z.boolean().default(false),
    is_archived: z.boolean().default(false),
  }),
});
const Groups = z.object({
  usergroups: z.array(
    z.object({
      id: z.string(),
      handle: z.string().default(''),
      date_delete: z.number().default(0),
      users: z.array(z.string()).default([]),
    }),
  ),
});

const TIMEOUT_MS = 5000;

/** Asks once and does not repeat: what Slack says now is the answer. */
export function makeWorkspaceCheck(options: Pick<SlackWebOptions, 'botToken' | 'apiUrl'>): WorkspaceCheck {
  async function ask<T>(
    { signal }: CallOptions,
    call: (client: WebClient) => Promise<unknown>,
    shape: z.ZodType<T>,
  ): Promise<{ readonly answer: T; readonly date: string | null }> {
    let date: string | null = null;
    const client = makeWorkerClient({
      ...options,
      timeoutMs: TIMEOUT_MS,
      fetch: async (input, init) => {
        const signals = [signal, init?.signal].filter((one) => one !== undefined && one !== null);
        const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
        date = response.headers.get('date');
        return response;
      },
    });
    try {
      const { success, data } = shape.safeParse(await call(client));
      if (!success) throw notFromSlack();
      return { answer: data, date };
    } catch (error) {
      signal?.throwIfAborted();
      throw forOperators(slackError(error));
    }
  }

  return {
    async identify(given = {}) {
      const { answer, date } = await ask(given, (client) => client.auth.test(), Identity);
      const time = new Date(date ?? '');
      return {
        workspace: answer.team,
        bot: answer.user,
        scopes: answer.response_metadata?.scopes,
        time: Number.isNaN(time.getTime()) ? undefined : time,
      };
    },

    async channel(id, given = {}) {
      try {
        const { answer } = await ask(given, (client) => client.conversations.info({ channel: id }), Info);
        const { name, is_member: isMember, is_archived: isArchived } = answer.channel;
        if (isArchived) return { is: 'archived', name };
        return { is: isMember ? 'joined' : 'not-joined', name };
      } catch (error) {
        if (!(error instanceof BotError)) throw error;
        if (error.code === 'slack.no-channel') return { is: 'unknown' };
        if (error.code === 'slack.missing-scope') return { is: 'hidden', needs: 'channels:read or groups:read' };
        throw error;
      }
    },

    async groups(given = {}) {
      const all = { include_users: true, include_disabled: true };
      const { answer } = await ask(given, (client) => client.usergroups.list(all), Groups);
      return answer.usergroups.map(({ id, handle, date_delete: deletedAt, users }) => ({
        id,
        handle,
        people: users.length,
        isDisabled: deletedAt !== 0,
      }));
    },
  };
}

/** Delivery tries again by itself; whoever checks wants to know what to look at. */
function forOperators(error: unknown): unknown {
  if (!(error instanceof UnavailableError)) return error;
  const hint =
    error.code === RATE_LIMITED
      ? 'ask again in a minute'
      : 'check that this machine reaches https://slack.com, and SLACK_API_URL if it is set';
  return new UnavailableError(error.code, error.message, hint, { cause: error });
}
