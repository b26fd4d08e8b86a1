import { describe, expect, it } from 'vitest';
import { classify } from '../../../../src/core/classify/classify.ts';
import { hasGhosts, isTouchedByHand, sweepable } from '../../../../src/core/drift/ghosts.ts';
import type { Json, JsonObject } from '../../../../src/core/model/json.ts';
import type { ResourceStatus } from '../../../../src/core/model/observation.ts';
import {
  aManifest,
  anApp,
  anOperation,
  aRef,
  aResource,
  byArgoCd,
  type WriterSpec,
  writtenBy,
} from '../../../support/builders.ts';

const SYNCED_AT = '2026-04-01T08:00:00Z';
const BEFORE = '2026-03-20T08:00:00Z';
const AFTER = '2026-04-11T16:02:07Z';
const app = anApp({
  sync: { status: 'Synced', revisions: ['r'] },
  operation: anOperation({ finishedAt: SYNCED_AT }),
});

const web = (container: JsonObject = {}, template: JsonObject = {}) =>
  aManifest({
    spec: { template: { ...template, spec: { containers: [{ name: 'web', image: 'web:2.0', ...container }] } } },
  });
const container = (owned: Json): Json => ({
  'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': owned } } } },
});
const declared = byArgoCd(container({ '.': {}, 'f:name': {}, 'f:image': {} }));
const envBy = (manager: string, time: string): WriterSpec => ({
  manager,
  time,
  owns: container({ 'f:env': { '.': {}, 'k:{"name":"DEBUG"}': { '.': {}, 'f:name': {}, 'f:value': {} } } }),
});
const withEnv = web({ env: [{ name: 'DEBUG', value: '1' }] });

const swept = (live: JsonObject, target = web()) =>
  aResource({ target, live, resource: { status: 'Synced', verdict: { normalizedLive: target, predicted: target } } });

describe('a ghost', () => {
  it.each<[string, JsonObject, boolean]>([
    [
      'a variable that a person added after the last sync',
      writtenBy(withEnv, declared, envBy('kubectl-set', AFTER)),
      true,
    ],
    [
      'a variable that a person added before the last sync',
      writtenBy(withEnv, declared, envBy('kubectl-edit', BEFORE)),
      true,
    ],
    ['a variable that a controller added', writtenBy(withEnv, declared, envBy('injector', AFTER)), false],
    [
      'a variable of whoever made the object by hand',
      writtenBy(withEnv, declared, envBy('kubectl-create', '2026-01-01T00:00:00Z')),
      false,
    ],
    ['a restart by hand', restarted(), false],
    ['nothing beyond what Git declares', writtenBy(web(), declared), false],
  ])('%s', (_, live, expected) => {
    expect(isTouchedByHand(live, app) && hasGhosts(app, swept(live))).toBe(expected);
  });

  it('is not what Git has come to declare since', () => {
    const live = writtenBy(withEnv, declared, envBy('kubectl-set', AFTER));
    expect(hasGhosts(app, swept(live, withEnv))).toBe(false);
  });

  it('is an image that a person set where an ignore rule hides the field', () => {
    const ignoring = {
      ...app,
      ignoreDifferences: [
        { group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/template/spec/containers/0/image'] },
      ],
    };
    const image = { manager: 'kubectl-set', time: AFTER, owns: container({ 'f:image': {} }) };
    const live = writtenBy(web({ image: 'evil/miner:latest' }), byArgoCd(container({ '.': {}, 'f:name': {} })), image);
    expect(isTouchedByHand(live, ignoring) && hasGhosts(ignoring, swept(live))).toBe(true);
    const [finding] = classify({
      app: ignoring,
      instance: {},
      runtime: {},
      resources: [swept(live)],
      notObserved: [],
    });
    expect(finding).toMatchObject({
      driftClass: 'manual-change',
      owner: 'kubectl-set',
      paths: ['/spec/template/spec/containers/0/image'],
    });
    expect(finding?.evidence.map(({ says }) => says).join('\n')).toMatch(/an ignore rule of the app hides/);
  });

  it('is a manual change, and says that Argo CD cannot see it', () => {
    const resources = [swept(writtenBy(withEnv, declared, envBy('kubectl-set', AFTER)))];
    const [finding, ...others] = classify({ app, instance: {}, runtime: {}, resources, notObserved: [] });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      driftClass: 'manual-change',
      owner: 'kubectl-set',
      paths: ['/spec/template/spec/containers/0/env'],
    });
    expect(finding?.fixes[0]).toMatchObject({ kind: 'revert-live', closes: { closed: 1, of: 1 } });
    expect(finding?.evidence.map(({ says }) => says)).toContainEqual(
      expect.stringMatching(/^Argo CD shows it Synced and cannot see this: .* after the last sync/),
    );
  });
});

function restarted(): JsonObject {
  const stamp = { 'kubectl.kubernetes.io/restartedAt': AFTER };
  return writtenBy(web({}, { metadata: { annotations: stamp } }), declared, {
    manager: 'kubectl-rollout',
    time: AFTER,
    owns: {
      'f:spec': {
        'f:template': { 'f:metadata': { 'f:annotations': { '.': {}, 'f:kubectl.kubernetes.io/restartedAt': {} } } },
      },
    },
  });
}

it('only Synced workloads are swept', () => {
  const listed = (parts: Partial<ResourceStatus>): ResourceStatus => ({
    ...aRef(),
    version: 'v1',
    status: 'Synced',
    requiresPruning: false,
    hook: false,
    ...parts,
  });
  const { status: _, ...hook } = listed({ group: 'batch', kind: 'CronJob', hook: true });
  const resources = [
    listed({ name: 'web' }),
    listed({ group: 'argoproj.io', kind: 'Rollout', name: 'canary' }),
    listed({ name: 'drifting', status: 'OutOfSync' }),
    listed({ group: '', kind: 'ConfigMap' }),
    listed({ group: 'example.com', kind: 'Deployment' }),
    hook,
  ];
  expect(sweepable(anApp({ resources })).map(({ name }) => name)).toEqual(['web', 'canary']);
});
