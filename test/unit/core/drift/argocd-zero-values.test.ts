import { describe, expect, it } from 'vitest';
import { isBefore, isDroppedByArgoCd } from '../../../../src/core/drift/argocd-zero-values.ts';

describe('zero values that Argo CD drops from its own kinds', () => {
  it.each([
    ['Application', '/spec/ignoreDifferences/3/group'],
    ['Application', '/spec/source/helm/skipCrds'],
    ['Application', '/spec/sources/0/helm/parameters/1/value'],
    ['Application', '/spec/source/kustomize/patches/0/target/name'],
    ['Application', '/spec/syncPolicy/syncOptions'],
    ['Application', '/spec/syncPolicy'],
    ['AppProject', '/spec/syncWindows/0/manualSync'],
    ['AppProject', '/spec/roles/0/jwtTokens/0/exp'],
    ['AppProject', '/spec/orphanedResources/ignore/0/group'],
    ['ApplicationSet', '/spec/goTemplate'],
    ['ApplicationSet', '/spec/template/spec/ignoreDifferences/0/group'],
    ['ApplicationSet', '/spec/generators/0/git/directories/0/exclude'],
    ['ApplicationSet', '/spec/generators/0/matrix/generators/1/clusters/flatList'],
  ])('%s %s', (kind, path) => {
    expect(isDroppedByArgoCd(kind, path, 'v3.5.1')).toBe(true);
  });

  it.each([
    ['Application', '/spec/ignoreDifferences/0/kind'],
    ['Application', '/spec/project'],
    ['Application', '/spec/syncPolicy/automated/enabled'],
    ['Application', '/spec/syncPolicy/retry/backoff/factor'],
    ['AppProject', '/spec/clusterResourceWhitelist/0/group'],
    ['AppProject', '/spec/orphanedResources/warn'],
    ['Widget', '/spec/syncPolicy'],
  ])('keeps %s %s, which is a pointer or always written', (kind, path) => {
    expect(isDroppedByArgoCd(kind, path, 'v3.2.0')).toBe(false);
  });

  it('drops automated.prune: false up to 3.3 and keeps it from 3.4 on', () => {
    const path = '/spec/syncPolicy/automated/prune';
    expect(isDroppedByArgoCd('Application', path, 'v2.14.3')).toBe(true);
    expect(isDroppedByArgoCd('Application', path, 'v3.3.9+abc')).toBe(true);
    expect(isDroppedByArgoCd('Application', path, 'v3.4.0')).toBe(false);
    expect(isDroppedByArgoCd('Application', path, 'v3.10.0')).toBe(false);
    expect(isDroppedByArgoCd('Application', path, undefined)).toBe(true);
  });

  it('compares versions by number', () => {
    expect(isBefore('v3.10.0', '3.4')).toBe(false);
    expect(isBefore('v2.14.0', '3.4')).toBe(true);
  });
});
