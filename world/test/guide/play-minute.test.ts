import { afterEach, describe, expect, it } from 'vitest';
import { playMinute } from '../../guide/play-minute.ts';
import { aClock, aSlack, closeAll } from '../slack/support.ts';

afterEach(closeAll);

async function played(...says: readonly (() => Promise<string>)[]) {
  const clock = aClock();
  const visit = { slack: await aSlack({ clock }), now: clock.now, advance: async () => undefined, deeds: [] };
  const lines: string[] = [];
  const steps = says.map((play, index) => ({ title: `step ${index + 1}`, play, says: [/apps/] }));
  return { isFine: await playMinute(visit, (line) => lines.push(line), steps), lines };
}

describe('the guided minute', () => {
  it('prints each step with what was read', async () => {
    expect(await played(async () => '52 apps\nall fine')).toEqual({
      isFine: true,
      lines: ['ok     1. step 1', '       | 52 apps', '       | all fine', 'all 1 steps went well'],
    });
  });

  it('goes on after a failure, and fails as a whole', async () => {
    const { isFine, lines } = await played(
      async () => 'nothing',
      async () => Promise.reject(new Error('the bot said nothing')),
      async () => '52 apps',
    );
    expect(isFine).toBe(false);
    expect(lines).toEqual([
      'failed 1. step 1',
      '       it does not say /apps/',
      '       | nothing',
      'failed 2. step 2',
      '       the bot said nothing',
      'ok     3. step 3',
      '       | 52 apps',
      '2 of 3 steps failed',
    ]);
  });
});
