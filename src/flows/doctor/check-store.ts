import type { CallOptions } from '../../ports/argocd.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoreCheck, StoreReport, StoreShortcoming } from '../../ports/self-check.ts';
import { type Check, makeRunCheck, type Outcome } from './check.ts';
import { checkClock } from './check-clock.ts';

const REDIS = 'Redis';
/** A command reads a few keys: at this distance people notice. */
const FAR_MS = 100;

const ASPECTS: readonly {
  readonly aspect: StoreShortcoming['aspect'];
  readonly name: string;
  readonly fine: (report: StoreReport) => string;
}[] = [
  { aspect: 'version', name: 'is new enough', fine: ({ version }) => version },
  { aspect: 'role', name: 'takes writes', fine: () => 'it is the master' },
  { aspect: 'eviction', name: 'keeps what it is given', fine: () => 'maxmemory-policy is noeviction' },
  { aspect: 'persistence', name: 'survives a restart', fine: () => 'it keeps an append-only file' },
];

/** What Plumbline remembers is only as safe as this. */
export async function checkStore(
  store: StoreCheck | undefined,
  { clock, ...options }: CallOptions & { readonly clock: Clock },
): Promise<readonly Check[]> {
  const check = makeRunCheck(REDIS, options);
  if (store === undefined) {
    const says = 'scan, app and explain do without it; serve starts a private one where REDIS_URL is not set';
    return [await check('not configured', async () => ({ ok: true, isNote: true, says }))];
  }
  let report: StoreReport | undefined;
  const reached = await check('answers', async () => {
    report = await store.inspect();
    return distance(await store.roundTrip());
  });
  if (report === undefined) return [reached];
  const inspected = report;
  const aspects = ASPECTS.map(({ aspect, name, fine }) =>
    check(name, async () => {
      const found = inspected.shortcomings.find((shortcoming) => shortcoming.aspect === aspect);
      return found === undefined ? { ok: true, says: fine(inspected) } : lacking(found);
    }),
  );
  const clocks = check('clock', () => checkClock(clock, () => store.time()));
  return [reached, ...(await Promise.all([...aspects, clocks]))];
}

function lacking({ gravity, says, hint }: StoreShortcoming): Outcome {
  return gravity === 'unknown' ? { ok: true, isNote: true, says, repair: hint } : { ok: false, says, repair: hint };
}

function distance(ms: number): Outcome {
  const says = `in ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return ms < FAR_MS
    ? { ok: true, says }
    : {
        ok: true,
        isNote: true,
        says: `${says}: every answer waits for it several times`,
        repair: 'run Redis nearer to Plumbline',
      };
}
