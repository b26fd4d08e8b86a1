import { describe, expect, it } from 'vitest';
import { foreignWriter, isArgoCd, isController, isDeployer, isHuman } from '../../../../src/core/diff/writers.ts';
import { readManagedFields } from '../../../../src/core/kubernetes/managed-fields.ts';
import { defined } from '../../../../src/core/model/defined.ts';
import type { Json } from '../../../../src/core/model/json.ts';

function live(
  body: Record<string, Json>,
  ...entries: readonly (readonly [manager: string, owns: Json, time?: string, subresource?: string])[]
) {
  return {
    ...body,
    metadata: {
      annotations: { 'a.b/c': 'x' },
      managedFields: entries.map(([manager, fieldsV1, time, subresource]) => ({
        manager,
        operation: 'Update',
        fieldsV1,
        ...defined({ time, subresource }),
      })),
    },
  };
}

function managers(object: ReturnType<typeof live>, path: string): readonly string[] {
  return readManagedFields(object)
    .writersOf(path)
    .map(({ manager }) => manager);
}

describe('who wrote a field', () => {
  it('follows keys with dots and slashes', () => {
    const object = live({}, ['kubectl-annotate', { 'f:metadata': { 'f:annotations': { '.': {}, 'f:a.b/c': {} } } }]);
    expect(managers(object, '/metadata/annotations/a.b~1c')).toEqual(['kubectl-annotate']);
    expect(managers(object, '/metadata/annotations/other')).toEqual([]);
  });

  it('follows k: selectors by whatever keys they state', () => {
    const object = live(
      {
        spec: {
          ports: [
            { port: 80, protocol: 'TCP', name: 'http' },
            { port: 53, protocol: 'UDP', name: 'dns' },
          ],
        },
      },
      [
        'writer',
        {
          'f:spec': {
            'f:ports': {
              'k:{"name":"dns"}': { 'f:port': {} },
              'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:name': {} },
            },
          },
        },
      ],
    );
    expect(managers(object, '/spec/ports/1/port')).toEqual(['writer']);
    expect(managers(object, '/spec/ports/0/name')).toEqual(['writer']);
    expect(managers(object, '/spec/ports/0/port')).toEqual([]);
  });

  it('follows v: selectors by value and i: by position', () => {
    const object = live(
      { finalizers: ['a', 'b'], list: ['x', 'y'] },
      ['sets', { 'f:finalizers': { 'v:"b"': {} } }],
      ['positions', { 'f:list': { 'i:1': {} } }],
    );
    expect(managers(object, '/finalizers/1')).toEqual(['sets']);
    expect(managers(object, '/finalizers/0')).toEqual([]);
    expect(managers(object, '/list/1')).toEqual(['positions']);
  });

  it('lets a leaf own all below it, and a parent part of its value', () => {
    const object = live({ spec: { rules: [{ a: { b: 1 } }] } }, ['whole', { 'f:spec': { 'f:rules': {} } }]);
    expect(managers(object, '/spec/rules/0/a/b')).toEqual(['whole']);
    expect(managers(object, '/spec')).toEqual(['whole']);
  });

  it('takes what is left of a map for no claim to a key that somebody else wrote since', () => {
    const object = live(
      { data: { mode: 'slow' } },
      ['argocd-controller', { 'f:data': {} }, '2026-01-01T00:00:00Z'],
      ['kubectl-edit', { 'f:data': { 'f:mode': {} } }, '2026-01-01T00:00:00Z'],
    );
    expect(managers(object, '/data/mode')).toEqual(['kubectl-edit']);
    expect(managers(object, '/data/other')).toEqual(['argocd-controller']);
  });

  it('puts the newest first and keeps status writers apart', () => {
    const object = live(
      { spec: { replicas: 3 } },
      ['old', { 'f:spec': { 'f:replicas': {} } }, '2026-01-01T00:00:00Z'],
      ['new', { 'f:spec': { 'f:replicas': {} } }, '2026-02-01T00:00:00Z'],
      ['operator', { 'f:status': {} }, '2026-03-01T00:00:00Z', 'status'],
    );
    expect(managers(object, '/spec/replicas')).toEqual(['new', 'old']);
    const managed = readManagedFields(object);
    expect(managed.writers.map(({ manager }) => manager)).toEqual(['new', 'old']);
    expect(managed.reconcilers).toEqual(['operator']);
  });

  it('says when nothing was observed, and survives garbage', () => {
    expect(readManagedFields(null).observed).toBe(false);
    const odd = {
      metadata: { managedFields: ['x', null, { manager: 1 }, { manager: 'a', fieldsV1: { 'k:{broken': {} } }] },
      list: [1],
    } as never;
    expect(readManagedFields(odd).writersOf('/list/0')).toEqual([]);
  });
});

describe('kinds of writers', () => {
  it.each([
    'kubectl-edit',
    'plumbline',
    'kubectl-client-side-apply',
    'kubectl',
    'kubectl-patch',
    'node-fetch',
    'Lens',
    'k9s',
    'Mozilla',
    'argocd-server',
    'helm',
    'curl',
    'oc',
    'OpenAPI-Generator',
    'dashboard',
  ])('%s is held by a person', (manager) => {
    expect(isHuman(manager)).toBe(true);
    expect(isController(manager)).toBe(false);
  });

  it.each([
    'kube-controller-manager',
    'kyverno',
    'manager',
    'gpu-operator',
    'vpa-updater',
    'argocd-image-updater',
    'openshift-controller-manager',
    'ocm-agent',
    'kubelet',
    'codefresh',
  ])('%s is a controller', (manager) => {
    expect(isController(manager)).toBe(true);
  });

  it.each(['kustomize-controller', 'helm-controller', 'Terraform', 'fleetagent'])(
    '%s is another deployer',
    (manager) => {
      expect(isDeployer(manager)).toBe(true);
      expect(isController(manager)).toBe(false);
    },
  );

  it('knows Argo CD’s own names', () => {
    expect(
      ['argocd-controller', 'argocd-application-controller', 'argocd-applicationset-controller'].every(isArgoCd),
    ).toBe(true);
    expect(isArgoCd('argocd-server')).toBe(false);
  });

  const writer = (manager: string) => ({ manager, operation: 'Update' as const });

  it('takes the newest writer that is not Argo CD', () => {
    expect(foreignWriter({ writers: [writer('argocd-controller'), writer('kyverno')] })?.manager).toBe('kyverno');
    expect(foreignWriter({ writers: [writer('kubectl-edit'), writer('argocd-controller')] })?.manager).toBe(
      'kubectl-edit',
    );
  });

  it('forgets a person whose write Argo CD has since written over', () => {
    expect(foreignWriter({ writers: [writer('argocd-controller'), writer('kubectl-edit')] })).toBeUndefined();
  });
});
