import { describe, expect, it } from 'vitest';
import { at, stringAt } from '../../../src/core/model/json.ts';
import type { ClusterEvent } from '../../cluster/types.ts';
import {
  aCluster,
  aConfigMap,
  aDeployment,
  aWidget,
  CONFIG,
  DEPLOYMENT,
  refusal,
  START,
  WIDGET,
  WIDGETS,
} from './cluster.ts';

describe('objects', () => {
  it('get an identity, a version and a generation when they are created', () => {
    const { model } = aCluster();
    const created = model.create(aDeployment(), { manager: 'test' });
    expect(created.metadata).toMatchObject({ name: 'web', namespace: 'shop', creationTimestamp: START, generation: 1 });
    expect(stringAt(created, 'metadata', 'uid')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/);
    expect(stringAt(created, 'metadata', 'resourceVersion')).toBe(model.resourceVersion());
  });

  it('are the same in every world of the same name', () => {
    const uids = [aCluster(), aCluster()].map(({ model }) =>
      at(model.create(aDeployment(), { manager: 'test' }), 'metadata', 'uid'),
    );
    expect(uids[0]).toBe(uids[1]);
  });

  it('count a generation for the spec, for a Deployment its annotations too, never for labels or status', () => {
    const { model } = aCluster();
    model.create(aDeployment(), { manager: 'test' });
    const generationAfter = (patch: object): unknown =>
      at(model.mergePatch(DEPLOYMENT, patch as never, { manager: 'test' }), 'metadata', 'generation');
    expect(generationAfter({ metadata: { labels: { a: 'b' } } })).toBe(1);
    expect(generationAfter({ spec: { replicas: 3 } })).toBe(2);
    expect(generationAfter({ metadata: { annotations: { a: 'b' } } })).toBe(3);
    const live = model.get(DEPLOYMENT) ?? {};
    const updated = model.update(
      { ...live, status: { replicas: 3 } },
      { manager: 'controller', subresource: 'status' },
    );
    expect(updated).toMatchObject({ metadata: { generation: 3 }, status: { replicas: 3 } });
  });

  it('keep their version when a write changes nothing', () => {
    const { model, clock } = aCluster();
    const created = model.create(aConfigMap({ a: '1' }), { manager: 'test' });
    clock.pass(60);
    expect(model.mergePatch(CONFIG, { data: { a: '1' } }, { manager: 'other' })).toBe(created);
  });

  it('get a name made for them', () => {
    const { model } = aCluster();
    const { metadata } = model.create(
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'job-', namespace: 'shop' } },
      { manager: 'test' },
    );
    expect(stringAt({ metadata: metadata ?? null }, 'metadata', 'name')).toMatch(
      /^job-[bcdfghjklmnpqrstvwxz2456789]{5}$/,
    );
  });

  it('are not stored by a dry run', () => {
    const { model } = aCluster();
    const version = model.resourceVersion();
    expect(model.create(aConfigMap({ a: '1' }), { manager: 'test', dryRun: true })).toMatchObject({ data: { a: '1' } });
    expect(model.get(CONFIG)).toBeUndefined();
    expect(model.resourceVersion()).toBe(version);
  });
});

describe('refusals', () => {
  it.each([
    ['a kind that is not served', aWidget({}), '404 NotFound: the server could not find the requested resource'],
    [
      'a namespace that is not there',
      { ...aConfigMap({}), metadata: { name: 'a', namespace: 'none' } },
      '404 NotFound: namespaces "none" not found',
    ],
    [
      'an object without a name',
      { ...aConfigMap({}), metadata: { namespace: 'shop' } },
      '422 Invalid: ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    ],
    [
      'a workload without containers',
      aDeployment({ template: { metadata: { labels: { app: 'web' } }, spec: {} } }),
      '422 Invalid: Deployment.apps "web" is invalid: spec.template.spec.containers: Required value',
    ],
  ])('of %s', (_, manifest, message) => {
    const { model } = aCluster();
    expect(refusal(() => model.create(manifest, { manager: 'test' }))).toBe(message);
  });

  it('of a second object of the same name', () => {
    const { model } = aCluster();
    model.create(aDeployment(), { manager: 'test' });
    expect(refusal(() => model.create(aDeployment(), { manager: 'test' }))).toBe(
      '409 AlreadyExists: deployments.apps "web" already exists',
    );
  });

  it('of a write on a version that is gone', () => {
    const { model } = aCluster();
    const old = model.create(aConfigMap({ a: '1' }), { manager: 'test' });
    model.mergePatch(CONFIG, { data: { a: '2' } }, { manager: 'test' });
    expect(refusal(() => model.update({ ...old, data: { a: '3' } }, { manager: 'test' }))).toBe(
      '409 Conflict: Operation cannot be fulfilled on configmaps "config": the object has been modified; please apply your changes to the latest version and try again',
    );
    expect(model.get(CONFIG)).toMatchObject({ data: { a: '2' } });
  });

  it('of a change to an immutable field', () => {
    const { model } = aCluster();
    model.create(aDeployment(), { manager: 'test' });
    const other = { matchLabels: { app: 'other' } };
    const template = {
      metadata: { labels: { app: 'other' } },
      spec: { containers: [{ name: 'web', image: 'web:1' }] },
    };
    expect(refusal(() => model.update(aDeployment({ selector: other, template }), { manager: 'test' }))).toBe(
      '422 Invalid: Deployment.apps "web" is invalid: spec.selector: Invalid value: {"matchLabels":{"app":"other"}}: field is immutable',
    );
  });

  it('of fields that a kind does not have, when asked to be strict', () => {
    const { model } = aCluster();
    const typo = aDeployment({ replica: 3 });
    expect(refusal(() => model.create(typo, { manager: 'test', strict: true }))).toBe(
      '400 BadRequest: Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.replica"',
    );
    expect(at(model.create(typo, { manager: 'test' }), 'spec', 'replica')).toBeUndefined();
  });
});

describe('watching', () => {
  it('tells every change in order, and no more after the end', () => {
    const { model } = aCluster();
    const seen: ClusterEvent[] = [];
    const stop = model.watch((event) => seen.push(event));
    model.create(aConfigMap({ a: '1' }), { manager: 'test' });
    model.mergePatch(CONFIG, { data: { a: '2' } }, { manager: 'test' });
    model.delete(CONFIG);
    stop();
    model.create(aConfigMap({}), { manager: 'test' });
    expect(seen.map(({ type, object }) => [type, at(object, 'data', 'a')])).toEqual([
      ['ADDED', '1'],
      ['MODIFIED', '2'],
      ['DELETED', '2'],
    ]);
    const versions = seen.map(({ object }) => Number(stringAt(object, 'metadata', 'resourceVersion')));
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  });
});

describe('custom kinds', () => {
  it('are served once their definition is there, and no longer than that', () => {
    const { model } = aCluster();
    model.create(WIDGETS, { manager: 'test' });
    model.create(aWidget({}), { manager: 'test' });
    expect(model.kinds().find(({ kind }) => kind === 'Widget')).toMatchObject({
      plural: 'widgets',
      shortNames: ['wd'],
      subresources: ['status'],
    });
    model.delete({
      group: 'apiextensions.k8s.io',
      kind: 'CustomResourceDefinition',
      namespace: '',
      name: 'widgets.example.com',
    });
    expect(model.get(WIDGET)).toBeUndefined();
    expect(model.kinds().some(({ kind }) => kind === 'Widget')).toBe(false);
  });

  it('are defaulted and pruned by their schema', () => {
    const { model } = aCluster();
    model.create(WIDGETS, { manager: 'test' });
    const created = model.create(aWidget({ odd: 1, parts: [{ name: 'a', odd: 2 }] }), { manager: 'test' });
    expect(created.spec).toEqual({ size: 1, limits: { burst: 5 }, parts: [{ name: 'a' }] });
  });

  it('are held to their schema', () => {
    const { model } = aCluster();
    model.create(WIDGETS, { manager: 'test' });
    expect(refusal(() => model.create(aWidget({ mode: 'Wrong', size: 'big' }), { manager: 'test' }))).toMatch(
      /^422 Invalid: Widget\.example\.com "one" is invalid: \[spec\.mode: Unsupported value: "Wrong": supported values: "Fast", "Slow", spec\.size: Invalid value: "string"/,
    );
  });

  it('have a status of their own', () => {
    const { model } = aCluster();
    model.create(WIDGETS, { manager: 'test' });
    const created = model.create({ ...aWidget({}), status: { phase: 'Early' } }, { manager: 'test' });
    expect(created.status).toBeUndefined();
    const updated = model.update(
      { ...created, spec: { size: 9 }, status: { phase: 'Ready' } },
      { manager: 'operator', subresource: 'status' },
    );
    expect(updated).toMatchObject({ spec: { size: 1 }, status: { phase: 'Ready' }, metadata: { generation: 1 } });
  });
});

describe('logs', () => {
  it('are kept by container, and apart for the previous one', () => {
    const { model } = aCluster();
    const pod = { namespace: 'shop', name: 'web-1' };
    model.setLog(pod, 'web', 'now\n', false);
    model.setLog(pod, 'web', 'fatal\n', true);
    expect(model.log(pod, 'web', false)).toBe('now\n');
    expect(model.log(pod, undefined, true)).toBe('fatal\n');
    expect(model.log(pod, 'other', false)).toBeUndefined();
  });
});
