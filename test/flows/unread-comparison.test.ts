import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../world/cluster/faults.ts';
import { makeReadCli } from '../support/read-cli.ts';
import { type ConnectedWorld, startConnectedWorld } from '../support/story-world.ts';

/* What Argo CD compares cannot be read: that is said, and never passed off as "nothing to report". */

const OUT_OF_SYNC = 'infisical';
const FAULTS: readonly (readonly [string, FaultEffect])[] = [
  ['500', { kind: 'status', code: 500, body: 'rpc error: code = Unknown' }],
  ['403', { kind: 'status', code: 403, body: '{"error":"permission denied","code":7}' }],
  ['429', { kind: 'status', code: 429, retryAfterSeconds: 0 }],
  ['HTML', { kind: 'garbage' }],
  ['an answer that was cut', { kind: 'truncate' }],
  ['a redirect', { kind: 'status', code: 302 }],
  ['other JSON', { kind: 'status', code: 200, body: '{"apps":[]}' }],
  ['JSON of another shape', { kind: 'status', code: 200, body: '{"items":{"modified":"yes"}}' }],
];
let story: ConnectedWorld;
let cli: ReturnType<typeof makeReadCli>;

beforeAll(async () => {
  story = await startConnectedWorld();
  cli = makeReadCli(await story.connect());
});
afterEach(() => story.world.faults.clear());
afterAll(() => story?.close());

describe.each(FAULTS)('a comparison that answers with %s', (_, fault) => {
  it('is told as not checked, exit 2', async () => {
    story.world.faults.add({ match: { path: /\/managed-resources/ }, ...fault });
    const { code, out } = await cli.app(OUT_OF_SYNC);
    expect(code).toBe(2);
    expect(out).not.toMatch(/nothing to report/);
    expect(out).toMatch(/couldn’t check: what Argo CD compares/);
    expect(out).not.toMatch(/no field has a person|none was found|Did someone mutate live state\? no/);
    const json = await cli.app(OUT_OF_SYNC, { json: true });
    expect(json.code).toBe(2);
    expect(JSON.parse(json.out)).toMatchObject({
      notObserved: [{ app: OUT_OF_SYNC, reason: expect.stringMatching(/what Argo CD compares/) }],
    });
  });
});

it('a scan names the app whose comparison could not be read, and ends with 2', async () => {
  story.world.faults.add({ match: { path: /infisical\/managed-resources/ }, kind: 'garbage' });
  const { code, out } = await cli.scan({ app: OUT_OF_SYNC });
  expect(code).toBe(2);
  expect(out).toMatch(/couldn’t check: infisical \(what Argo CD compares/);
});

it.each([
  ['the resource tree', /argo-rollouts\/resource-tree/],
  ['events', /argo-rollouts\/events/],
])('%s that cannot be read is named, and no answer rests on it', async (what, path) => {
  const blind = makeReadCli(await story.connect({ blind: true }));
  story.world.faults.add({ match: { path }, kind: 'status', code: 500 });
  const { out } = await blind.app('argo-rollouts');
  expect(out).toMatch(new RegExp(`couldn’t check: .*${what}`));
  expect(out).not.toMatch(/nothing was found underneath/);
});

it('without the cluster, defaults of a CRD are a guess and nothing to sync', async () => {
  const { findings } = await story.scan(await story.connect({ blind: true }));
  const secrets = findings.filter(({ resource }) => resource?.kind === 'ExternalSecret');
  expect(secrets.length).toBeGreaterThan(10);
  const defaults = secrets.filter(({ paths }) => paths.some((path) => /Strategy$|Policy$/.test(path)));
  expect(new Set(defaults.map(({ driftClass, confidence }) => `${driftClass} ${confidence}`))).toEqual(
    new Set(['schema-default guess']),
  );
});
