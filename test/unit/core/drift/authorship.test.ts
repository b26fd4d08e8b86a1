import { describe, expect, it } from 'vitest';
import { findPastRender, type Past, proveAuthorship, type Release } from '../../../../src/core/drift/authorship.ts';
import { otherArgoCdsAmong } from '../../../../src/core/drift/other-argocds.ts';
import type { Json, Manifest } from '../../../../src/core/model/json.ts';
import type { InstanceState } from '../../../../src/core/model/observation.ts';
import {
  aManifest,
  anApp,
  anOperation,
  aRef,
  byArgoCd,
  type WriterSpec,
  writtenBy,
} from '../../../support/builders.ts';

const ref = aRef({ group: '', kind: 'ConfigMap', name: 'scripts' });
const instance: InstanceState = { trackingMethod: 'annotation', controllerNamespace: 'argocd' };
const TRACKED = { 'argocd.argoproj.io/tracking-id': 'checkout:/ConfigMap:shop/scripts' };
const SYNCED = '2026-03-02T09:14:30Z';
const history = [
  { id: 0, revisions: ['1111111aaaa'], deployedAt: '2026-03-02T09:14:30Z' },
  { id: 1, revisions: ['2222222bbbb'], deployedAt: '2026-04-02T10:00:00Z' },
];
const app = anApp({ operation: anOperation({ finishedAt: '2026-05-01T10:00:00Z' }), history });
const RENDERED: Past = { render: { revision: '1111111aaaa', until: '2026-04-02T10:00:00Z' }, otherArgoCds: [] };
const NOT_RENDERED: Past = { render: null, otherArgoCds: [] };

function live(metadata: Record<string, Json> = {}, ...writers: readonly WriterSpec[]): Manifest {
  const stated = { annotations: TRACKED, creationTimestamp: '2026-03-02T09:14:22Z', ...metadata };
  return writtenBy(aManifest({ metadata: stated }, ref), ...(writers.length === 0 ? [byArgoCd()] : writers));
}

const reasonFor = (object: Manifest, past = RENDERED, of: InstanceState = instance, whose = app) => {
  const authorship = proveAuthorship({ ref, live: object, app: whose, instance: of }, past);
  return 'because' in authorship ? authorship.because : undefined;
};

describe('authorship of an object', () => {
  it('is proven by an earlier release that renders it', () => {
    expect(proveAuthorship({ ref, live: live(), app, instance }, RENDERED)).toEqual({
      proof: 'this app’s release 1111111 renders it',
    });
  });

  it('is proven by a sync result that lists it as applied, and by that alone', () => {
    const listed = (status: string, message = '') =>
      anApp({
        operation: anOperation({ finishedAt: SYNCED, resources: [{ ...ref, status, message }] }),
      });
    expect(reasonFor(live(), NOT_RENDERED, instance, listed('Synced'))).toBeUndefined();
    expect(reasonFor(live(), NOT_RENDERED, instance, listed('PruneSkipped'))).toMatch(/^nothing proves/);
    expect(reasonFor(live(), NOT_RENDERED, instance, listed('Synced', 'created (dry run)'))).toMatch(/^nothing proves/);
  });

  it('needs no installation id, and takes one for proof against a second Argo CD', () => {
    expect(reasonFor(live())).toBeUndefined();
    const own = live({ annotations: { ...TRACKED, 'argocd.argoproj.io/installation-id': 'blue' } });
    const two = { ...RENDERED, otherArgoCds: ['argocd-two'] };
    expect(reasonFor(own, two, { ...instance, installationId: 'blue' })).toBeUndefined();
    expect(reasonFor(live(), two)).toMatch(/another Argo CD runs in its cluster \(namespace argocd-two\)/);
  });

  it('follows from what a restore brought back, whose times are the restore’s', () => {
    const restored = live({ creationTimestamp: '2026-06-01T00:00:00Z' }, { manager: 'plumbline', owns: {} });
    expect(reasonFor(restored)).toBeUndefined();
  });

  it('does not follow from that where another Argo CD has written it since', () => {
    const restored = { manager: 'plumbline', owns: {} };
    const late = live({}, restored, { ...byArgoCd(), time: '2026-05-01T10:00:09Z' });
    expect(reasonFor(late)).toMatch(/argocd-controller wrote it at .* after this app last could have/);
    const foreign = live({}, restored, { manager: 'other-argocd-controller', owns: {} });
    expect(reasonFor(foreign)).toMatch(/^other-argocd-controller writes it too/);
  });

  it.each<[string, Manifest, RegExp, Past?, InstanceState?]>([
    ['no history has it', live(), /^nothing proves that this app put it there/, NOT_RENDERED],
    ['its history could not be rendered', live(), /^couldn’t check/, { ...NOT_RENDERED, render: undefined }],
    [
      'nobody checked for another Argo CD',
      live(),
      /couldn’t check whether another Argo CD/,
      { ...RENDERED, otherArgoCds: undefined },
    ],
    [
      'Argo CD wrote it seconds after the app’s last sync',
      live({}, { ...byArgoCd(), time: '2026-05-01T10:00:09Z' }),
      /argocd-controller wrote it at 2026-05-01T10:00:09Z, after this app last could have/,
    ],
    [
      'Argo CD wrote it when the app had stopped rendering it',
      live({}, { ...byArgoCd(), time: '2026-04-20T00:00:00Z' }),
      /after this app last could have \(2026-04-02T10:00:00Z\)/,
    ],
    [
      'it was created since',
      live({ creationTimestamp: '2026-05-02T00:00:00Z' }),
      /it was created at 2026-05-02T00:00:00Z, after/,
    ],
    ['Argo CD never wrote it', live({}, { manager: 'kubectl-create', owns: {} }), /Argo CD never wrote it/],
    [
      'another Argo CD’s controller writes it',
      live({}, byArgoCd(), { manager: 'blue-argocd-application-controller', owns: {} }),
      /blue-argocd-application-controller writes it too/,
    ],
    ['Flux writes it', live({}, byArgoCd(), { manager: 'kustomize-controller', owns: {} }), /kustomize-controller/],
    [
      'another installation’s id',
      live({ annotations: { ...TRACKED, 'argocd.argoproj.io/installation-id': 'green' } }),
      /another Argo CD \(installation green\)/,
    ],
    [
      'the id of no installation where there is one',
      live(),
      /no installation id/,
      RENDERED,
      { ...instance, installationId: 'blue' },
    ],
    ['label tracking', live(), /tracks by label/, RENDERED, { trackingMethod: 'label' }],
    ['unknown settings', live(), /settings are not known/, RENDERED, {}],
    ['no tracking id', live({ annotations: {} }), /no tracking id/],
    [
      'another app’s tracking id',
      live({ annotations: { 'argocd.argoproj.io/tracking-id': 'payments:/ConfigMap:shop/scripts' } }),
      /it belongs to payments/,
    ],
    [
      'a copied tracking id',
      live({ annotations: { 'argocd.argoproj.io/tracking-id': 'checkout:/ConfigMap:shop/others' } }),
      /copied/,
    ],
  ])('is not proven: %s', (_what, object, reason, past, of) => {
    expect(reasonFor(object, past, of)).toMatch(reason);
  });

  it('is nobody’s where no sync has ended', () => {
    expect(reasonFor(live(), RENDERED, instance, anApp({ operation: anOperation(), history: [] }))).toMatch(
      /^no sync of this app has ended/,
    );
  });
});

describe('the release that renders an object', () => {
  const other = aManifest({}, { ...ref, name: 'others' });
  const of = (revision: string, ...manifests: readonly Manifest[]): Release => ({
    revision,
    deployedAt: `deployed ${revision}`,
    manifests,
  });
  const subject = { ref, live: live(), app };

  it('is the newest, and ends with the first one after it without', () => {
    const releases = [of('4', other), of('3', other), of('2', live()), of('1', live())];
    expect(findPastRender(releases, subject)).toEqual({ revision: '2', until: 'deployed 3' });
    expect(findPastRender([of('1', live())], subject)).toEqual({ revision: '1' });
    expect(findPastRender([of('1', other)], subject)).toBeUndefined();
  });

  it('leaves namespace and generated names to the API server', () => {
    const { namespace: _, ...metadata } = live().metadata as Record<string, Json>;
    expect(findPastRender([of('1', { ...live(), metadata })], subject)).toEqual({ revision: '1' });
    expect(findPastRender([of('1', { ...live(), metadata: { generateName: 'scr' } })], subject)).toBeDefined();
    const elsewhere = anApp({ destination: { namespace: 'elsewhere' } });
    expect(findPastRender([of('1', { ...live(), metadata })], { ...subject, app: elsewhere })).toBeUndefined();
  });

  it('is not one that renders a hook of that name', () => {
    const hook = live({ annotations: { 'argocd.argoproj.io/hook': 'PreSync' } });
    expect(findPastRender([of('2', hook), of('1', live())], subject)).toEqual({ revision: '1', until: 'deployed 2' });
    expect(findPastRender([of('2', hook)], { ...subject, live: hook })).toEqual({ revision: '2' });
  });
});

describe('another Argo CD in a cluster', () => {
  const inCluster = { server: 'https://kubernetes.default.svc' };
  const set = (namespace: string, name: string, labels: Record<string, Json> = {}): Manifest =>
    aManifest({ metadata: { labels } }, { group: 'apps', kind: 'StatefulSet', namespace, name });

  it('is an application controller in another namespace, or in a cluster that Argo CD does not run in', () => {
    const own = set('argocd', 'argocd-application-controller');
    const component = {
      'app.kubernetes.io/part-of': 'argocd',
      'app.kubernetes.io/component': 'application-controller',
    };
    const others = [set('team-b', 'gitops-application-controller'), set('c', 'argo', component), set('shop', 'db')];
    expect(otherArgoCdsAmong([own], inCluster, 'argocd')).toEqual([]);
    expect(otherArgoCdsAmong([own, ...others], inCluster, 'argocd')).toEqual(['c', 'team-b']);
    expect(otherArgoCdsAmong([own], { server: 'https://eu.example.com' }, 'argocd')).toEqual(['argocd']);
  });
});
