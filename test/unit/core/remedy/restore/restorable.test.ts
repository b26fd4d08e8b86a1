import { describe, expect, it } from 'vitest';
import type { JsonObject, Manifest } from '../../../../../src/core/model/json.ts';
import { reapplyPatch } from '../../../../../src/core/remedy/restore/reapply-patch.ts';
import { restorable } from '../../../../../src/core/remedy/restore/restorable.ts';
import { liveObject, refTo } from '../builders.ts';

const saved = (text: string, metadata: JsonObject = {}, body: JsonObject = {}): Manifest =>
  liveObject(refTo(text), { metadata: { ...metadata }, ...body });

function madeOf(manifest: Manifest, living: readonly string[] = []) {
  const result = restorable(manifest, new Set(living));
  if ('because' in result) throw new Error(result.because);
  return result;
}

describe('a manifest that can be created again', () => {
  it('has nothing that the server sets, and keeps labels and tracking', () => {
    const annotations = { 'argocd.argoproj.io/tracking-id': 'checkout:/ConfigMap:shop/a' };
    const { manifest, notes } = madeOf(
      saved(
        'ConfigMap/a',
        {
          labels: { app: 'a' },
          annotations,
          resourceVersion: '7',
          generation: 3,
          creationTimestamp: 'x',
          selfLink: '/x',
          managedFields: [],
          deletionTimestamp: 'x',
          deletionGracePeriodSeconds: 30,
          finalizers: ['foregroundDeletion', 'example.com/hold'],
        },
        { data: { key: 'x' }, status: { phase: 'x' } },
      ),
    );
    expect(manifest).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace: 'shop', labels: { app: 'a' }, annotations, finalizers: ['example.com/hold'] },
      data: { key: 'x' },
    });
    expect(notes).toEqual([]);
  });

  it('keeps owners that live and says which do not', () => {
    const owner = (name: string) => ({ apiVersion: 'v1', kind: 'Widget', name, uid: `uid-${name}` });
    const { manifest, notes } = madeOf(saved('ConfigMap/a', { ownerReferences: [owner('dead'), owner('alive')] }), [
      'uid-alive',
    ]);
    expect(manifest.metadata).toMatchObject({ ownerReferences: [owner('alive')] });
    expect(notes).toEqual(['its owner Widget/dead is gone: it comes back without one']);
  });

  it('says what a Service and a claim may lack, and lets the claim bind anew', () => {
    expect(madeOf(saved('Service/a', {}, { spec: { clusterIP: '10.0.0.7' } }))).toMatchObject({
      manifest: { spec: { clusterIP: '10.0.0.7' } },
      notes: ['it keeps its cluster IP only if that is still free'],
    });
    const bound = { 'pv.kubernetes.io/bind-completed': 'yes', team: 'a' };
    const claim = madeOf(saved('PersistentVolumeClaim/a', { annotations: bound }));
    expect(claim.manifest.metadata).toMatchObject({ annotations: { team: 'a' } });
    expect(claim.manifest.metadata).not.toMatchObject({ annotations: bound });
    expect(claim.notes[0]).toMatch(/claimRef/);
  });

  it.each(['Job', 'PipelineRun', 'Pod'])('does not exist for a %s', (kind) => {
    expect(restorable(saved(`${kind}/a`))).toEqual({ because: 'created again, it would run again' });
  });
});

describe('putting saved content back', () => {
  const before = saved(
    'Deployment/a',
    { labels: { app: 'a' } },
    { spec: { replicas: 3, template: { spec: { x: [1] } } } },
  );

  it('touches content only', () => {
    const now = saved(
      'Deployment/a',
      {
        labels: { app: 'a', added: 'x' },
        resourceVersion: '9',
        annotations: { 'deployment.kubernetes.io/revision': '2' },
      },
      { spec: { replicas: 3, paused: true, template: { spec: { x: [1, 2] } } }, status: { replicas: 1 } },
    );
    expect(reapplyPatch(before, now)).toEqual({
      spec: { template: { spec: { x: [1] } }, paused: null },
      metadata: { labels: { added: null } },
    });
  });

  it('leaves a controller its fields, and is nothing where nothing differs', () => {
    const scaled = saved(
      'Deployment/a',
      { labels: { app: 'a' } },
      { spec: { replicas: 7, template: { spec: { x: [1] } } } },
    );
    expect(reapplyPatch(before, scaled, ['/spec/replicas'])).toBeUndefined();
    expect(reapplyPatch(before, before)).toBeUndefined();
  });
});
