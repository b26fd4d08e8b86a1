import { isList, isObject, type Json, type JsonObject } from '../../src/core/model/json.ts';
import type { Message } from '../../world/slack/workspace/types.ts';
import { changesBetween, dumpOf } from './dump.ts';
import { calm, type RemedyBot } from './remedy-bot.ts';

/** What a deed changed in the cluster, and which lines it added to the ledger: `U0ADA refused-click because`. */
export interface Trace {
  readonly changed: readonly string[];
  readonly lines: readonly string[];
}

export async function traceOf(remedy: RemedyBot, deed: () => Promise<unknown>): Promise<Trace> {
  const { world } = remedy.bot;
  const [before, known] = [dumpOf(world), (await remedy.ledger()).length];
  await deed();
  await calm(remedy);
  const lines = (await remedy.ledger()).slice(known);
  return {
    changed: changesBetween(before, dumpOf(world)),
    lines: lines.map(({ action, actor, reason = '' }) => `${actor.user} ${action} ${reason}`.trim()),
  };
}

/** The message with another value in its buttons, as a forger would send it. */
export function forged(message: Message, value: (own: string) => string): Message {
  const rewritten = (json: Json): Json => {
    if (isList(json)) return json.map(rewritten);
    return isObject(json) ? rewrittenObject(json) : json;
  };
  const rewrittenObject = (json: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(json).map(([key, own]) => [
        key,
        key === 'value' && typeof own === 'string' ? value(own) : rewritten(own),
      ]),
    );
  return { ...message, blocks: message.blocks.map(rewrittenObject) };
}

/** How long the bot trusts what Slack said of a group; a click after that counts with the groups as they are. */
const FRESH_MS = 10_000;

/** From now on these are the platform's operators, and everybody knows. */
export function setOperators({ bot }: RemedyBot, ...users: readonly string[]): void {
  bot.slack.admin.setGroup({ id: 'S0PLATFORM', handle: 'platform-team', name: 'Platform', users });
  bot.clock.advance(FRESH_MS + 1);
}
