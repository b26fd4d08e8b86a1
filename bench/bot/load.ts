import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSlack } from '../../world/slack/start-slack.ts';
import { CHANNEL } from './people.ts';

/** What people type, as often as it stands here; `APP` becomes the name of one of many apps. */
const TYPED = [
  ...Array.from({ length: 4 }, () => '/drift'),
  ...Array.from({ length: 3 }, () => '/drift app APP'),
  '/drift list',
  '/drift class A',
  '/drift progressing',
] as const;

export interface Asked {
  readonly command: (typeof TYPED)[number];
  /** undefined: Slack showed the person an error instead. */
  readonly ackMs: number | undefined;
  /** undefined: nothing came. */
  readonly firstMs: number | undefined;
  /** What came after the first answer: the live look's. */
  readonly live: { readonly afterMs: number; readonly isLive: boolean } | undefined;
}

export interface LoadOptions {
  readonly people: readonly string[];
  readonly appNames: readonly string[];
  readonly perSecond: number;
}

/** A live look is given up after five seconds; beyond this nothing comes any more. */
const PATIENCE_MS = 15_000;

/** One question for each person, at a steady pace however slow the answers are. */
export async function ask(
  slack: RunningSlack,
  { people, appNames, perSecond }: LoadOptions,
): Promise<readonly Asked[]> {
  const heard = new Map<string, { readonly at: number; readonly text: string }[]>(people.map((id) => [id, []]));
  const stop = slack.workspace.onChange((change) => {
    if (change.kind !== 'ephemeral') return;
    const { recipient, text } = change.ephemeral;
    heard.get(recipient)?.push({ at: performance.now(), text });
  });
  const started = performance.now();
  const asking = people.map(async (person, index): Promise<Asked> => {
    await sleep(Math.max(1, started + (index * 1000) / perSecond - performance.now()));
    const command = TYPED[index % TYPED.length] ?? '/drift';
    const at = performance.now();
    const typed = command.replace('APP', appNames[index % appNames.length] ?? '');
    const { ack, shown } = await slack.person(person).command(typed, CHANNEL);
    const ackMs = shown === undefined && ack?.status === 'acked' ? ack.afterMs : undefined;
    const answers = heard.get(person) ?? [];
    const wanted = command === '/drift app APP' ? 2 : 1;
    while (answers.length < wanted && performance.now() - at < PATIENCE_MS) await sleep(20);
    const [first, second] = answers;
    return {
      command,
      ackMs,
      firstMs: first && first.at - at,
      live: second && { afterMs: second.at - at, isLive: !second.text.includes('could not be looked at live') },
    };
  });
  const asked = await Promise.all(asking);
  stop();
  return asked;
}
