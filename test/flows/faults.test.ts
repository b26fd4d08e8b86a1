import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeArgoCd } from '../../src/adapters/argocd/client.ts';
import { makeJq } from '../../src/adapters/jq/client.ts';
import { BotError } from '../../src/core/model/errors.ts';
import { makeExplainApp } from '../../src/flows/explain-app.ts';
import { makeObserveApp } from '../../src/flows/observe-app.ts';
import { makeListFleet } from '../../src/flows/scan/list-fleet.ts';
import { makeLookAtApps } from '../../src/flows/scan/look-at-apps.ts';
import { makeScanFleet } from '../../src/flows/scan/scan-fleet.ts';
import { makeToken, readOnly } from '../../world/argocd/api/session.ts';
import { startFleet } from '../../world/fleet/make-fleet.ts';

/* One sick app or a sick server: what was asked is answered, what was not is said. */

const token = makeToken('plumbline');
const clock = { now: () => new Date() };
let server: Awaited<ReturnType<typeof startFleet>>;

beforeAll(async () => {
  server = await startFleet({ apps: 10, drifting: 10, resourcesPerApp: 5, tokens: [readOnly(token)] });
});

afterAll(() => server?.close());

async function scan(options: { readonly token?: string; readonly url?: string; readonly appTimeoutMs?: number } = {}) {
  const argocd = makeArgoCd({
    name: 'test',
    server: options.url ?? server.url,
    token: options.token ?? token,
    requestsPerSecond: 1000,
    timeoutMs: 2000,
  });
  const { reader } = argocd;
  const observeApp = makeObserveApp({
    argocd: reader,
    clusterFor: () => undefined,
    clock,
    notHealthyAfterMs: 3_600_000,
  });
  try {
    const explainApp = makeExplainApp({ jq: makeJq() });
    const lookAtApps = makeLookAtApps({ argocd: reader, observeApp, explainApp, clock });
    return await makeScanFleet({ listFleet: makeListFleet({ argocd: reader }), lookAtApps, clock })({
      appTimeoutMs: options.appTimeoutMs ?? 5000,
    });
  } finally {
    await argocd.close();
  }
}

async function refusalOf(run: Promise<unknown>): Promise<BotError> {
  try {
    await run;
  } catch (error) {
    if (error instanceof BotError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('one app that is sick', () => {
  it.each(['hang', 'garbage', 'truncate'] as const)(
    '%s: the other nine are explained, and it is reported with the reason',
    async (kind) => {
      const stop = server.faults.add({ match: { path: /\/app-00003/ }, kind });
      try {
        const result = await scan({ appTimeoutMs: 3000 });
        expect(result.apps).toBe(10);
        expect(new Set(result.findings.map(({ app }) => app.name)).size).toBe(9);
        expect(result.notObserved).toMatchObject([{ app: 'app-00003', says: expect.stringMatching(/\w/) }]);
      } finally {
        stop();
      }
    },
  );
});

describe('a server that stumbles', () => {
  it('503 twice, then well: nothing is lost', async () => {
    const stop = server.faults.add({
      match: { path: /managed-resources/ },
      kind: 'status',
      code: 503,
      times: 2,
    });
    try {
      expect((await scan()).notObserved).toEqual([]);
    } finally {
      stop();
    }
  });
});

describe('what cannot be done is said in one sentence with a hint', () => {
  it('a wrong token', async () => {
    const { message, hint } = await refusalOf(scan({ token: makeToken('nobody') }));
    expect(message).toMatch(/token/i);
    expect(hint).not.toBe('');
    expect(message).not.toContain('eyJ');
  });

  it('a wrong address', async () => {
    const { message, hint } = await refusalOf(scan({ url: 'http://127.0.0.1:1' }));
    expect(message).toMatch(/refuse|reach|connect/i);
    expect(hint).not.toBe('');
  });

  it('a name that does not resolve', async () => {
    expect((await refusalOf(scan({ url: 'http://argocd.invalid' }))).hint).not.toBe('');
  });
});
