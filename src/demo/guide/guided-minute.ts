import { textOf } from '../slack/text.ts';
import type { Ephemeral, Message } from '../slack/workspace/types.ts';
import { parseAdvance } from '../visitor/advance.ts';
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

const ADA = 'U0ADA';
const PLATFORM = 'C0PLATFORM';
const PATIENCE_MS = 30_000;
const DIGEST = /Drift digest/;

export const GUIDED_MINUTE: readonly Step[] = [
  {
    title: 'The bot reports by itself what is there already',
    play: (stage) => posted(stage, /First report/),
    says: [/20 of 52 apps OutOfSync/, /argo-rollouts/],
  },
  {
    title: 'Ask what drifts: /drift',
    play: (stage) => answered(stage, 'overview', () => hands(stage).command('/drift', PLATFORM)),
    says: [/52 apps/, /20 OutOfSync/, /argo-rollouts.*1154 restarts/],
  },
  {
    title: 'Diagnose the crash behind the noise',
    play: (stage) => answered(stage, 'diagnosis', () => hands(stage).press(seenOf(stage, 'overview'), 'Diagnose')),
    says: [/argo-rollouts/, /CrashLoopBackOff/, /Failed to download plugins/],
  },
  {
    title: 'See everything that one default explains: /drift class A',
    play: (stage) => answered(stage, 'class', () => hands(stage).command('/drift class A', PLATFORM)),
    says: [/ExternalSecret/, /10 apps/],
  },
  {
    title: 'Scan again: /drift scan',
    play: (stage) => answered(stage, 'scan', () => hands(stage).command('/drift scan', PLATFORM), /scanned in/),
    says: [/52 apps/],
  },
  {
    title: 'Preview the digest: /drift digest',
    play: (stage) => answered(stage, 'digest', () => hands(stage).command('/drift digest', PLATFORM)),
    says: [DIGEST],
  },
  {
    title: 'Tomorrow at nine the digest comes by itself',
    play: async (stage) => {
      const { visit } = stage;
      await visit.advance(parseAdvance('to tomorrow', visit.now(), 'Europe/Berlin') ?? 0);
      return posted(stage, DIGEST);
    },
    says: [DIGEST],
  },
];

function hands({ visit }: Stage) {
  return visit.slack.person(ADA);
}

function seenOf({ seen }: Stage, name: string): Message | Ephemeral {
  const found = seen.get(name);
  if (!found) throw new Error(`the step before showed no ${name}`);
  return found;
}

async function posted({ visit }: Stage, says: RegExp): Promise<string> {
  const { workspace } = visit.slack;
  const isMeant = (one: Message): boolean => one.isFromBot && says.test(textOf(one));
  return textOf(await patiently(visit, () => workspace.messages(PLATFORM).findLast(isMeant)));
}

async function patiently<T>({ slack: { workspace } }: Visit, look: () => T | undefined): Promise<T> {
  return workspace.until(look, PATIENCE_MS).catch((error: unknown) => {
    throw new Error(`the bot said nothing of the kind within ${PATIENCE_MS / 1000} s`, { cause: error });
  });
}

/** What the bot whispers in answer, as soon as it says what is waited for. */
async function answered(
  { visit, seen }: Stage,
  name: string,
  act: () => Promise<unknown>,
  says = /./,
): Promise<string> {
  const { workspace } = visit.slack;
  const before = new Set(workspace.ephemerals(ADA).map(({ ts }) => ts));
  await act();
  const isMeant = (one: Ephemeral): boolean => !before.has(one.ts) && says.test(textOf(one));
  const answer = await patiently(visit, () => workspace.ephemerals(ADA).find(isMeant));
  seen.set(name, answer);
  return textOf(answer);
}
