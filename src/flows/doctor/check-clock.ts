import { skewOf } from '../../core/self-check/clock-skew.ts';
import { lasted } from '../../core/words/age.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Outcome } from './check.ts';

const MOST_MS = 30_000;
/** Slack's own rule for requests that it signs; ours refuses them on both sides of now. */
const FORGED_FROM_MS = 300_000;
const REPAIR = 'set the clock that is wrong by NTP: timedatectl set-ntp true, or chronyc makestep';

/** Ours against that of whoever is asked. */
export async function checkClock(clock: Clock, ask: () => Promise<Date | undefined>): Promise<Outcome> {
  const before = clock.now();
  const says = await ask();
  const after = clock.now();
  if (says === undefined) return { ok: true, isNote: true, says: 'it does not tell its time' };
  const skew = skewOf({ before, says, after });
  const off = Math.abs(skew);
  const words = `${lasted(off)} ${skew > 0 ? 'ahead of' : 'behind'} ours`;
  if (off <= MOST_MS) return { ok: true, says: off < 1000 ? 'the same as ours' : words };
  return { ok: false, says: `${words}: it says ${toTheSecond(says)}, ours ${toTheSecond(after)}`, repair: REPAIR };
}

export async function checkSlackClock(clock: Clock, ask: () => Promise<Date | undefined>): Promise<Outcome> {
  const { says, ...rest } = await checkClock(clock, ask);
  const limit = `from ${lasted(FORGED_FROM_MS)} on, commands and buttons sent over HTTP count as forged`;
  return { ...rest, says: rest.ok ? says : `${says}; ${limit}` };
}

function toTheSecond(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
