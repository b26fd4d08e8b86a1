import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesBetween, dumpOf } from '../../support/dump.ts';
import { ADA, GRACE, KEN, LINUS, type RemedyBot, startRemedyBot, VERA, words } from '../../support/remedy-bot.ts';

/* What time does to requests and to what was done, and the one way past the counting of approvals. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let remedy: RemedyBot;

beforeAll(async () => {
  remedy = await startRemedyBot();
});
afterAll(() => remedy?.close());

async function later(milliseconds: number): Promise<void> {
  remedy.bot.clock.advance(milliseconds);
  await remedy.bot.world.settle();
  await remedy.bot.tick();
}

describe('a request that waits', () => {
  it('reminds once after four hours, once more before its end, and closes after a day', async () => {
    const before = dumpOf(remedy.bot.world);
    const message = await remedy.request('gitea', { as: KEN });
    await later(3 * HOUR_MS);
    expect(remedy.thread(message)).toEqual([]);
    await later(2 * HOUR_MS);
    await later(1000);
    expect(remedy.thread(message)).toEqual([
      expect.stringMatching(/Waits for 5 h, expires in 1[89] h.*1 approval missing/),
    ]);
    await later(18.5 * HOUR_MS);
    expect(remedy.thread(message).at(-1)).toMatch(/expires in \d\d min/);
    await later(HOUR_MS);
    const text = await remedy.becomes(message, /Expired/);
    expect(text).toMatch(/Nothing was changed/);
    expect(text).not.toMatch(/\[\d (Approve|Deny)\]/);
    expect(remedy.thread(message).at(-1)).toMatch(/Expired/);
    await later(1000);
    expect(await remedy.bot.ask('/drift approvals')).not.toMatch(/gitea/);
    expect(changesBetween(before, dumpOf(remedy.bot.world))).toEqual([]);
    expect((await remedy.ledger()).map(({ action }) => action)).toContain('expired');
  });
});

describe('break-glass', () => {
  it('is for who holds that role, with a reason and an incident; it is announced and reviewed', async () => {
    const message = await remedy.request('infisical', { as: KEN, button: 2 });
    const incident = 'https://incidents.example.com/4711';
    const emergency = { reason: 'the admission webhook blocks every deploy', incident };
    await remedy.press(message, 'Break glass…', GRACE);
    await remedy.submit(await remedy.form(GRACE, /^Break glass/), GRACE, emergency);
    await remedy.form(GRACE, /no break-glass role/);
    await remedy.press(message, 'Break glass…', LINUS);
    await remedy.submit(await remedy.form(LINUS, /^Break glass/), LINUS, emergency);
    const text = await remedy.becomes(message, /Verified/);
    expect(text).toMatch(/Break glass by @U0LINUS: the admission webhook blocks every deploy/);
    expect(text).toMatch(/After-review due until/);
    const announced = remedy.bot.said().filter((said) => said.includes('Break glass'));
    expect(announced.some((said) => said.includes(incident) && said.includes('Nobody else was asked'))).toBe(true);

    expect(await remedy.told(remedy.current(message), 'Reviewed', LINUS)).toMatch(/somebody else/i);
    await later(25 * HOUR_MS);
    expect(remedy.thread(message).at(-1)).toMatch(/After-review overdue since/);
    await remedy.press(remedy.current(message), 'Reviewed', ADA);
    await remedy.becomes(message, /After-review by @U0ADA/);

    const lines = await remedy.ledger();
    expect(lines.filter(({ action }) => action === 'break-glass')).toMatchObject([
      { actor: { user: LINUS, role: 'break-glass' }, reason: expect.stringContaining('4711') as string },
    ]);
    const order = lines.flatMap(({ action, subject }) => (subject?.app === 'argocd/infisical' ? [action] : []));
    expect(order.indexOf('bundle-saved')).toBeGreaterThan(order.indexOf('break-glass'));
    expect(order.indexOf('bundle-saved')).toBeLessThan(order.indexOf('step-done'));
    expect(order).toContain('reviewed');
  });
});

describe('Restore', () => {
  it('is on offer for seven days, to who may', async () => {
    const message = await remedy.request('argocd', { as: KEN });
    await remedy.approve(message, GRACE);
    const text = await remedy.becomes(message, /Verified/);
    expect(text).toMatch(/Can be restored until/);
    const fresh = remedy.current(message);
    expect(await remedy.told(fresh, 'Restore', VERA)).toMatch(/your roles do not let you/);

    await later(6 * DAY_MS);
    expect(words(remedy.current(message))).toMatch(/\[\d Restore\]/);
    await later(1.1 * DAY_MS);
    expect(words(remedy.current(message))).not.toMatch(/\[\d Restore\]/);
    const before = dumpOf(remedy.bot.world);
    expect(await remedy.told(fresh, 'Restore', GRACE)).toMatch(/Too much time went by/);
    expect(changesBetween(before, dumpOf(remedy.bot.world))).toEqual([]);
  });
});
