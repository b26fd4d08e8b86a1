import { afterEach, describe, expect, it } from 'vitest';
import { startControl } from '../../control/start-control.ts';
import { DeedRefused } from '../../visitor/deed.ts';
import { aClock, aSlack, closeAll } from '../slack/support.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await closeAll();
});

async function aControl(port = 0, orElseFree = false) {
  const clock = aClock();
  const done: (readonly string[])[] = [];
  const control = await startControl({
    port,
    orElseFree,
    visit: {
      slack: await aSlack({ clock }),
      now: clock.now,
      advance: async (milliseconds) => clock.advance(milliseconds),
      deeds: [
        {
          name: 'crash',
          takes: 'APP',
          description: 'an app crashes',
          async perform(words) {
            if (words.length !== 1) throw new DeedRefused('say it like this: crash APP');
            done.push(words);
            return 'it crashes';
          },
        },
      ],
    },
  });
  closing.push(control.close);
  return { control, done };
}

async function post(url: string, body?: unknown) {
  const response = await fetch(url, { method: 'POST', ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return { status: response.status, body: await response.json() };
}

describe('the control endpoint', () => {
  it('says what there is', async () => {
    const { control } = await aControl();
    const response = await fetch(control.url);
    expect(await response.json()).toMatchObject({
      now: '2026-03-02T09:00:00.000Z',
      people: expect.arrayContaining([{ id: 'U0KEN', name: 'ken', realName: 'Ken', role: 'developer' }]),
      channels: expect.arrayContaining([expect.objectContaining({ id: 'C0PLATFORM', name: 'platform' })]),
      deeds: [{ name: 'crash', usage: 'crash APP', description: 'an app crashes' }],
    });
  });

  it('moves the clock', async () => {
    const { control } = await aControl();
    expect(await post(`${control.url}clock`, { advance: '1h' })).toEqual({
      status: 200,
      body: { now: '2026-03-02T10:00:00.000Z' },
    });
    expect(await post(`${control.url}clock`, { to: '09:00' })).toMatchObject({
      body: { now: '2026-03-03T08:00:00.000Z' },
    });
    for (const wrong of [{ advance: '1y' }, { to: 'nine' }, { advance: 1 }, {}])
      expect(await post(`${control.url}clock`, wrong)).toMatchObject({
        status: 400,
        body: { error: expect.any(String) },
      });
  });

  it('does deeds, and says why not', async () => {
    const { control, done } = await aControl();
    expect(await post(`${control.url}deeds/crash`, { words: ['gitea'] })).toEqual({
      status: 200,
      body: { done: 'it crashes' },
    });
    expect(done).toEqual([['gitea']]);
    expect(await post(`${control.url}deeds/crash`)).toMatchObject({
      status: 400,
      body: { error: 'say it like this: crash APP' },
    });
    expect(await post(`${control.url}deeds/harm`)).toMatchObject({ status: 400 });
  });

  it('is only for who knows its token', async () => {
    const { control, done } = await aControl();
    const { origin } = new URL(control.url);
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect(await post(`${origin}/guess/deeds/crash`, { words: ['gitea'] })).toMatchObject({ status: 404 });
    expect(done).toEqual([]);
    expect(new URL(control.url).hostname).toBe('127.0.0.1');
  });

  it('takes another port than a taken one only where that was not asked for', async () => {
    const { control } = await aControl();
    const taken = Number(new URL(control.url).port);
    await expect(aControl(taken)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const { control: other } = await aControl(taken, true);
    expect(Number(new URL(other.url).port)).not.toBe(taken);
  });
});
