import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../world/slack/workspace/types.ts';
import {
  ADA,
  calm,
  GRACE,
  KEN,
  LINUS,
  MARGARET,
  type RemedyBot,
  startRemedyBot,
  VERA,
  words,
} from '../../support/remedy-bot.ts';
import { forged, setOperators, traceOf } from '../../support/trace.ts';

/* Clicks that must not count: each is refused in words, leaves the cluster as it was, and has its line in the ledger. */

let remedy: RemedyBot;
let message: Message;

beforeAll(async () => {
  remedy = await startRemedyBot();
  message = await remedy.request('gitea', { as: ADA });
});
afterAll(() => remedy?.close());

describe('a click on Approve', () => {
  it('of who asked for it: somebody else has to, from tier 2', async () => {
    const { changed, lines } = await traceOf(remedy, async () => {
      expect(await remedy.told(message, 'Approve', ADA)).toMatch(/you asked for it/i);
    });
    expect(changed).toEqual([]);
    expect(lines).toEqual([expect.stringMatching(/^U0ADA refused-click .*somebody else/)]);
  });

  it.each([
    ['a viewer', VERA],
    ['a developer', KEN],
    ['a release manager, whose word counts for tier 1', MARGARET],
  ])('of %s: not theirs to approve, and it says whose', async (_, user) => {
    const { changed, lines } = await traceOf(remedy, async () => {
      expect(await remedy.told(message, 'Approve', user)).toMatch(
        /your roles do not let you approve a change of tier 2 to gitea on prod. Who can: @S0PLATFORM/,
      );
    });
    expect(changed).toEqual([]);
    expect(lines).toEqual([expect.stringMatching(`^${user} refused-click .*do not let you approve`)]);
  });

  it('of somebody who left the group since the request was posted', async () => {
    setOperators(remedy, ADA, LINUS);
    const { changed, lines } = await traceOf(remedy, async () => {
      expect(await remedy.told(message, 'Approve', GRACE)).toMatch(/your roles do not let you approve/i);
    });
    setOperators(remedy, ADA, GRACE, LINUS);
    expect(changed).toEqual([]);
    expect(lines).toEqual([expect.stringMatching(/^U0GRACE refused-click/)]);
  });

  it.each<[string, (own: string) => string]>([
    ['another plan’s id', () => '00000000-0000-4000-8000-000000000000'],
    ['an id with something behind it', (own) => `${own}x`],
    ['no id at all', () => '{"approve":true}'],
    ['an endless one', () => 'p'.repeat(1900)],
    ['a key of the store', (own) => `${own}:approval`],
  ])('with a forged value (%s): there is no such plan', async (_, value) => {
    const { changed, lines } = await traceOf(remedy, async () => {
      expect(await remedy.told(forged(message, value), 'Approve', GRACE)).toMatch(/no such plan|not there|too old/i);
    });
    expect(changed).toEqual([]);
    expect(lines).toEqual([expect.stringMatching(/^U0GRACE refused-click no such plan/)]);
    expect(words(remedy.current(message))).toMatch(/Request: Delete 6 leftovers/);
  });
});

describe('200 clicks at once', () => {
  it('are one run; the others are told who was first', async () => {
    const plan = await remedy.request('argocd', { as: KEN });
    const known = (await remedy.ledger()).length;
    const from = remedy.bot.world.kubernetes?.requests.length ?? 0;
    const clickers = [ADA, GRACE, LINUS];
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => remedy.press(plan, 'Approve', clickers[index % 3] ?? ADA)),
    );
    await remedy.becomes(plan, /Verified/);
    await calm(remedy);
    const lines = (await remedy.ledger()).slice(known);
    const count = (action: string) => lines.filter((line) => line.action === action).length;
    expect([count('approved'), count('started'), count('step-done'), count('verified')]).toEqual([1, 1, 3, 1]);
    expect(count('refused-click')).toBe(199);
    const deletes = (remedy.bot.world.kubernetes?.requests ?? [])
      .slice(from)
      .filter(({ method, url }) => method === 'DELETE' && !url.includes('dryRun'));
    expect(deletes).toHaveLength(3);
  });
});

describe('a plan that nobody approved in time', () => {
  it('is expired: the old button says so, and there is no new one', async () => {
    const { changed, lines } = await traceOf(remedy, async () => {
      remedy.bot.clock.advance(25 * 3_600_000);
      expect(await remedy.told(message, 'Approve', GRACE)).toMatch(/It was open until .*so nothing was recorded/);
    });
    expect(changed).toEqual([]);
    expect(lines).toContainEqual(expect.stringMatching(/^U0GRACE refused-click .*expired/));
    const text = await remedy.becomes(message, /Expired/);
    expect(text).not.toMatch(/\[\d Approve\]/);
  });
});
