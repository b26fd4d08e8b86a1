import { textOf } from '../slack/text.ts';
import type { Ephemeral, Message, View } from '../slack/workspace/types.ts';
import type { Visit } from '../visitor/visit.ts';

/** One step of the minute that shows what Plumbline is for. */
export interface Step {
  readonly title: string;
  /** Does it and resolves to what the visitor reads then. */
  readonly play: (stage: Stage) => Promise<string>;
  /** What that has to say. */
  readonly says: readonly RegExp[];
}

export interface Stage {
  readonly visit: Visit;
  /** What was seen so far, for steps that press a button of it. */
  readonly seen: Map<string, Message | Ephemeral>;
}

export const ADA = 'U0ADA';
export const GRACE = 'U0GRACE';
export const KEN = 'U0KEN';
export const PLATFORM = 'C0PLATFORM';

const PATIENCE_MS = 30_000;

export function hands({ visit }: Stage, person = ADA) {
  return visit.slack.person(person);
}

export function seenOf({ seen }: Stage, name: string): Message | Ephemeral {
  const found = seen.get(name);
  if (!found) throw new Error(`the step before showed no ${name}`);
  return found;
}

/** The newest message of the bot in the platform's channel that says so; kept under the name, if it has one. */
export async function posted({ visit, seen }: Stage, says: RegExp, name?: string): Promise<string> {
  const { workspace } = visit.slack;
  const isMeant = (one: Message): boolean => one.isFromBot && says.test(textOf(one));
  const message = await patiently(visit, () => workspace.messages(PLATFORM).findLast(isMeant));
  if (name !== undefined) seen.set(name, message);
  return textOf(message);
}

/** A form on the person's screen. */
export function formOf({ visit }: Stage, person: string): Promise<View> {
  return patiently(visit, () => visit.slack.workspace.views(person).at(-1));
}

/** What the bot whispers in answer, as soon as it says what is waited for. */
export async function answered(
  { visit, seen }: Stage,
  name: string,
  act: () => Promise<unknown>,
  { says = /./, person = ADA }: { readonly says?: RegExp; readonly person?: string } = {},
): Promise<string> {
  const { workspace } = visit.slack;
  const before = new Set(workspace.ephemerals(person).map(({ ts }) => ts));
  await act();
  const isMeant = (one: Ephemeral): boolean => !before.has(one.ts) && says.test(textOf(one));
  const answer = await patiently(visit, () => workspace.ephemerals(person).find(isMeant));
  seen.set(name, answer);
  return textOf(answer);
}

async function patiently<T>({ slack: { workspace } }: Visit, look: () => T | undefined): Promise<T> {
  return workspace.until(look, PATIENCE_MS).catch((error: unknown) => {
    throw new Error(`the bot said nothing of the kind within ${PATIENCE_MS / 1000} s`, { cause: error });
  });
}
