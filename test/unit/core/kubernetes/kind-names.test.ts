import { describe, expect, it } from 'vitest';
import { isKindNamed, isKnownKind } from '../../../../src/core/kubernetes/kind-names.ts';

describe('the name of a kind', () => {
  it.each([
    ['Deployment', ['deployment', 'Deployments', 'DEPLOY', 'deployments.apps']],
    ['ExternalSecret', ['externalsecrets', 'ExternalSecret', 'es']],
    ['NetworkPolicy', ['networkpolicies', 'netpol']],
    ['Ingress', ['ingresses', 'ing']],
    ['PersistentVolumeClaim', ['pvc']],
    ['Gateway', ['gateways']],
    ['Widget', ['widgets', 'widget.example.com']],
  ])('%s is named by plural, short name and group', (kind, words) => {
    for (const word of words) expect(isKindNamed(kind, word)).toBe(true);
  });

  it('is no other kind’s', () => {
    expect(isKindNamed('Service', 'serviceaccounts')).toBe(false);
    expect(isKindNamed('Widget', 'constructor')).toBe(false);
  });

  it('is known where clusters commonly have it', () => {
    expect(['svc', 'StatefulSets', 'crd'].every(isKnownKind)).toBe(true);
    expect(isKnownKind('nosuch')).toBe(false);
  });
});
