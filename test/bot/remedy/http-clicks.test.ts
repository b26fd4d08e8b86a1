import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../../../src/main/service.ts';
import { signatureHeaders } from '../../../world/slack/http-delivery/sign.ts';
import type { Message } from '../../../world/slack/workspace/types.ts';
import { changesBetween, dumpOf } from '../../support/dump.ts';
import { ADA, calm, GRACE, KEN, type RemedyBot, startRemedyBot, words } from '../../support/remedy-bot.ts';
import { eventually } from '../../support/running-bot.ts';

/* HTTP mode: a click that Slack did not sign, or signed for another time, is none; the same click twice is one. */

let remedy: RemedyBot;
let service: RunningService;
let message: Message;
/** Grace's click on Approve as Slack sends it. */
let click: string;

beforeAll(async () => {
  remedy = await startRemedyBot({ isStopped: true, mode: 'http' });
  service = await remedy.bot.start();
  await remedy.bot.slack.workspace.until(() => remedy.bot.said()[0]);
  await eventually('the first scan is over', () => remedy.bot.queue.isIdle());
  message = await remedy.request('gitea', { as: KEN });
  expect(await remedy.told(message, 'Approve', KEN)).toMatch(/do not let you approve/);
  const [refused] = remedy.bot.slack.deliveries.filter(({ outgoing }) =>
    JSON.stringify(outgoing).includes('plan.approve'),
  );
  click = JSON.stringify(refused?.outgoing.payload).replaceAll(KEN, GRACE);
});
afterAll(() => remedy?.close());

const now = (): number => Math.floor(Date.now() / 1000);

function post(headers: Readonly<Record<string, string>>, body: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${service.port}/slack/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
}

const bodyOf = (payload: string): string => new URLSearchParams({ payload }).toString();

describe('a click', () => {
  it.each<[string, (body: string) => Readonly<Record<string, string>>]>([
    ['unsigned', () => ({})],
    ['signed with another secret', (body) => signatureHeaders('somebody else', body, now())],
    ['signed over another body', () => signatureHeaders(remedy.bot.slack.signingSecret, 'payload={}', now())],
    ['replayed after six minutes', (body) => signatureHeaders(remedy.bot.slack.signingSecret, body, now() - 360)],
  ])('%s: 401, and nothing happens', async (_, headers) => {
    const [before, lines] = [dumpOf(remedy.bot.world), await remedy.ledger()];
    const body = bodyOf(click);
    expect((await post(headers(body), body)).status).toBe(401);
    await calm(remedy);
    expect(changesBetween(before, dumpOf(remedy.bot.world))).toEqual([]);
    expect(await remedy.ledger()).toEqual(lines);
    expect(words(remedy.current(message))).toMatch(/^Request: Delete 6 leftovers/m);
  });

  it('replayed with its signature, at once and often, is one approval and one run', async () => {
    const body = bodyOf(click);
    const headers = signatureHeaders(remedy.bot.slack.signingSecret, body, now());
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(headers, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await remedy.becomes(message, /Verified/);
    await calm(remedy);
    const actions = (await remedy.ledger()).map(({ action }) => action);
    expect(actions.filter((action) => action === 'approved')).toHaveLength(1);
    expect(actions.filter((action) => action === 'started')).toHaveLength(1);
    expect(actions.filter((action) => action === 'step-done')).toHaveLength(6);
  });

  it('on Restore, delivered twice, restores once', async () => {
    remedy.bot.slack.faults.duplicateDeliveries(1);
    await remedy.press(remedy.current(message), 'Restore', ADA);
    await remedy.becomes(message, /Restored/);
    await calm(remedy);
    const actions = (await remedy.ledger()).map(({ action }) => action);
    expect(actions.filter((action) => action === 'restore-asked')).toHaveLength(1);
    expect(actions.filter((action) => action === 'restored')).toHaveLength(1);
  });
});
