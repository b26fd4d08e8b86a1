import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeArgoCd } from '../../src/adapters/argocd/client.ts';
import { makeJq } from '../../src/adapters/jq/client.ts';
import type { ScanResult } from '../../src/core/memory/scan-result.ts';
import { makeExplainApp } from '../../src/flows/explain-app.ts';
import { makeObserveApp } from '../../src/flows/observe-app.ts';
import { makeListFleet } from '../../src/flows/scan/list-fleet.ts';
import { makeLookAtApps } from '../../src/flows/scan/look-at-apps.ts';
import { makeScanFleet, type ScanFleet } from '../../src/flows/scan/scan-fleet.ts';
import { makeToken, readOnly } from '../../world/argocd/api/session.ts';
import { startFleet } from '../../world/fleet/make-fleet.ts';

/* A generated fleet through the adapters that ship. Time is for the bench; here it is about nothing getting lost. */

const APPS = 500;
const DRIFTING = APPS / 5;
const token = makeToken('plumbline');
const clock = { now: () => new Date('2026-03-01T12:00:00Z') };

let fleet: Awaited<ReturnType<typeof startFleet>>;
let argocd: ReturnType<typeof makeArgoCd>;
let scan: ScanFleet;

beforeAll(async () => {
  fleet = await startFleet({ apps: APPS, drifting: DRIFTING, resourcesPerApp: 20, tokens: [readOnly(token)] });
  argocd = makeArgoCd({ name: 'test', server: fleet.url, token, requestsPerSecond: 1000 });
  const { reader } = argocd;
  const observeApp = makeObserveApp({
    argocd: reader,
    clusterFor: () => undefined,
    clock,
    notHealthyAfterMs: 3_600_000,
  });
  const explainApp = makeExplainApp({ jq: makeJq() });
  const lookAtApps = makeLookAtApps({ argocd: reader, observeApp, explainApp, clock });
  scan = makeScanFleet({ listFleet: makeListFleet({ argocd: reader }), lookAtApps, clock });
});

afterAll(async () => {
  await argocd?.close();
  await fleet?.close();
});

/** What the scan asked, each as `kind of question` and the app it was about. */
async function asking(work: () => Promise<ScanResult>) {
  const before = fleet.requests.length;
  const result = await work();
  const asked = fleet.requests.slice(before).map((line) => {
    const url = new URL(line.slice('GET '.length), fleet.url);
    const [, , , of = '', app = '', what = 'app'] = url.pathname.split('/');
    if (app === '') return { app, what: of };
    if (of === 'account') return { app: '', what: 'rights' };
    return { app, what: what === 'managed-resources' && url.searchParams.has('fields') ? 'probe' : what };
  });
  return { result, asked, of: (what: string) => asked.filter((one) => one.what === what).map(({ app }) => app) };
}

const looksOf = ({ records }: ScanResult) => records.map(({ look }) => look);
const namesIn = ({ findings }: ScanResult): ReadonlySet<string> => new Set(findings.map(({ app }) => app.name));

describe('a large fleet', () => {
  it('is scanned whole, with progress, and only drifting apps are asked for more', async () => {
    const progress: number[] = [];
    const { result, asked, of } = await asking(() => scan({ onProgress: ({ done }) => progress.push(done) }));
    expect(result).toMatchObject({ apps: APPS, outOfSync: DRIFTING, notObserved: [] });
    expect(progress).toEqual(Array.from({ length: DRIFTING }, (_, index) => index + 1));
    expect(namesIn(result).size).toBe(DRIFTING);
    expect(result.patterns.length).toBeLessThan(40);
    expect([
      of('settings'),
      of('rights'),
      of('applications'),
      of('app'),
      of('managed-resources'),
      of('probe'),
    ]).toMatchObject([
      { length: 1 },
      { length: 1 },
      { length: 1 },
      { length: DRIFTING },
      { length: DRIFTING },
      { length: 0 },
    ]);
    expect(asked.length).toBeLessThanOrEqual(3 + 4 * DRIFTING);
  });

  it('stops at once when it is told to', async () => {
    const stop = new AbortController();
    const before = fleet.requests.length;
    const scanning = scan({ signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) });
    await expect(scanning).rejects.toThrow('enough');
    expect(fleet.requests.length - before).toBeLessThan(DRIFTING);
  });

  it('one app that hangs delays nobody', async () => {
    const unhang = fleet.faults.add({ match: { path: /\/app-00001\b/ }, kind: 'hang' });
    try {
      const result = await scan({ appTimeoutMs: 4000, concurrency: 2 });
      expect(result.notObserved).toMatchObject([{ app: 'app-00001', says: 'it did not answer within 4 s' }]);
      expect(namesIn(result).size).toBe(DRIFTING - 1);
      expect(result.records.find(({ ref }) => ref.name === 'app-00001')?.look.identity).toBe('');
    } finally {
      unhang();
    }
  });
});

describe('a scan after a scan', () => {
  let first: ScanResult;
  beforeAll(async () => {
    first = await scan();
  });

  it('probes what drifts and fetches nothing else while nothing moves', async () => {
    const { result, asked, of } = await asking(() => scan({ previous: first.records }));
    expect(result).toMatchObject({ apps: APPS, outOfSync: DRIFTING, notObserved: [] });
    expect(result.findings.map(({ id }) => id)).toEqual(first.findings.map(({ id }) => id));
    expect(of('probe')).toHaveLength(DRIFTING);
    // the version and the settings of Argo CD, what the token may see, the list
    expect(asked).toHaveLength(4 + DRIFTING);
    expect(looksOf(result)).toEqual(looksOf(first));
  });

  it('looks at what the list shows as changed, and finds an edit that only the probe shows', async () => {
    const changed = fleet.change(0.01);
    const known = changed.filter((name) => namesIn(first).has(name));
    expect([changed.length, known.length]).toEqual([APPS / 100, 1]);
    const { result, of } = await asking(() => scan({ previous: first.records }));
    expect(of('app').toSorted()).toEqual(changed);
    expect(of('managed-resources').toSorted()).toEqual(changed);
    // an app that is new to the drift needs no probe; the one that drifted before gave itself away by it
    expect(of('probe')).toHaveLength(DRIFTING);
    expect(namesIn(result)).toEqual(new Set([...namesIn(first), ...changed]));

    const { of: ofThird } = await asking(() => scan({ previous: result.records }));
    expect(ofThird('app')).toEqual([]);
    expect(ofThird('probe')).toHaveLength(DRIFTING + changed.length - known.length);
  });
});
