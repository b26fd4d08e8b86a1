import type { ChannelStanding, GroupStanding } from '../../ports/self-check.ts';
import type { Outcome } from './check.ts';

/** C: public or private, G: private, of older workspaces. */
const CHANNEL_ID = /^[CG][A-Z0-9]+$/;

/** Whether a message to this channel would arrive. */
export function checkChannel(id: string, standing: ChannelStanding, bot: string): Outcome {
  switch (standing.is) {
    case 'joined':
      return { ok: true, says: `#${standing.name}, the bot is in it` };
    case 'not-joined':
      return {
        ok: false,
        says: `the bot is not in #${standing.name}: nothing can be posted there`,
        repair: `type in #${standing.name}: /invite @${bot}`,
      };
    case 'archived':
      return {
        ok: false,
        says: `#${standing.name} is archived: nothing can be posted there`,
        repair: `unarchive #${standing.name} in Slack, or take ${id} out of slack.channels`,
      };
    case 'unknown':
      return {
        ok: false,
        says: 'there is no such channel, or it is private and the bot is not in it',
        repair: CHANNEL_ID.test(id)
          ? `correct ${id} under slack.channels (Slack shows a channel’s id at the end of its About tab), or type in the private channel: /invite @${bot}`
          : `under slack.channels replace ${id} by the channel’s id, such as C0123456789 (Slack shows it at the end of the channel’s About tab)`,
      };
    case 'hidden':
      return {
        ok: true,
        isNote: true,
        says: `whether the bot is in it cannot be seen without ${standing.needs}`,
        repair: `if nothing arrives there, type in the channel: /invite @${bot}`,
      };
  }
}

/** Whether the roles that the policy gives to this group are anybody's. */
export function checkGroup(
  { id, roles }: { readonly id: string; readonly roles: readonly string[] },
  found: GroupStanding | undefined,
): Outcome {
  const where = roles.map((role) => `policy.roles.${role}.groups`).join(', ');
  if (found === undefined) {
    return {
      ok: false,
      says: `Slack has no such user group: it makes nobody ${roles.join(' or ')}`,
      repair: `correct ${id} in ${where} (Slack: the user group’s menu → Copy group ID)`,
    };
  }
  if (found.isDisabled) {
    return {
      ok: false,
      says: `@${found.handle} is disabled: it makes nobody ${roles.join(' or ')}`,
      repair: `enable @${found.handle} in Slack, or take ${id} out of ${where}`,
    };
  }
  const says = `@${found.handle}, ${found.people === 1 ? '1 person' : `${found.people} people`}`;
  return found.people > 0
    ? { ok: true, says }
    : { ok: true, isNote: true, says: `${says}: nobody is ${roles.join(' or ')} by it` };
}
