import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AUTOSCALER_KINDS } from '../../src/adapters/kubernetes/autoscaler.ts';
import { dependentsOf } from '../../src/adapters/kubernetes/references/dependents.ts';
import { REFERABLES } from '../../src/adapters/kubernetes/references/edges-to.ts';
import { listAt, stringAt } from '../../src/core/model/json.ts';
import { ARGOCD_NEEDS } from '../../src/ports/argocd-rights.ts';
import { CLUSTER_NEEDS } from '../../src/ports/cluster-rights.ts';
import { filesNamed, ofKind, readInstalled, readManifestFiles } from '../support/manifests.ts';
import { askedBy, grantedBy, inRbac, kindNamed } from '../support/rbac.ts';

const files = readManifestFiles();
const roles = ofKind(readInstalled(), 'ClusterRole', 'Role');

const granted = (): readonly string[] => grantedBy(roles);

/** Kinds that the adapter states as literals, wherever it does; bundles are kept under the account that writes. */
const reading = globSync('src/adapters/kubernetes/**/*.ts').filter((file) => !file.endsWith('/bundles.ts'));
const literals = reading.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\{\s*group: '([^']*)',\s*version: '[^']*',\s*kind: '(\w+)'/g)].map(
    ([, group = '', kind = '']) => ({ group, kind }),
  ),
);
const anywhere = { group: 'example.com', kind: 'Example', name: 'any' };
const listed = [
  ...literals,
  ...AUTOSCALER_KINDS,
  ...REFERABLES.flatMap(({ edges }) => edges.map(({ from }) => from)),
  ...['', 'some'].flatMap((namespace) =>
    dependentsOf({ ref: { ...anywhere, namespace }, object: undefined }).map(({ from }) => from),
  ),
].map((kind) => inRbac('list', kind));

describe('the ClusterRole', () => {
  it('reads, and reads nothing by a wildcard', () => {
    expect(roles).toHaveLength(1);
    expect(granted().filter((text) => text.includes('*') || !/^(get|list) /.test(text))).toEqual([]);
  });

  it('leaves Secrets alone', () => {
    expect(granted().filter((text) => text.includes('secrets'))).toEqual([]);
  });

  it('lists exactly the kinds that the adapter lists', () => {
    expect(literals.length).toBeGreaterThan(20);
    const lists = granted().filter((text) => text.startsWith('list '));
    expect(lists.toSorted()).toEqual([...new Set(listed)].toSorted());
  });

  it('gets every kind whose use can be proven, Secrets excepted', () => {
    const kinds = REFERABLES.flatMap((referable) => referable.kinds)
      .filter((name) => name !== 'Secret')
      .map(kindNamed);
    expect(kinds.map((kind) => inRbac('get', kind)).filter((text) => !granted().includes(text))).toEqual([]);
  });

  it('is what the doctor asks for', () => {
    const asked = askedBy(CLUSTER_NEEDS);
    expect(new Set(asked).size).toBe(asked.length);
    expect(granted().toSorted()).toEqual(asked.toSorted());
  });

  it('is bound to the account that bot and worker use', () => {
    const [binding] = ofKind(readInstalled(), 'ClusterRoleBinding');
    const [account] = ofKind(readInstalled(), 'ServiceAccount');
    expect(stringAt(binding, 'roleRef', 'name')).toBe(stringAt(roles[0], 'metadata', 'name'));
    expect(listAt(binding, 'subjects')).toEqual([
      { kind: 'ServiceAccount', name: stringAt(account, 'metadata', 'name'), namespace: 'plumbline' },
    ]);
    const users = ofKind(readInstalled(), 'Deployment').map((one) =>
      stringAt(one, 'spec', 'template', 'spec', 'serviceAccountName'),
    );
    expect(new Set(users)).toEqual(new Set([stringAt(account, 'metadata', 'name')]));
  });
});

describe('the Argo CD account', () => {
  const csv = readFileSync('deploy/argocd-rbac-read.csv', 'utf8');

  it('may do exactly what the doctor asks for', () => {
    expect(csv.trim().split('\n')).toEqual([
      ...ARGOCD_NEEDS.map(({ right: line }) => `p, role:plumbline-read, ${line.join(', ')}, allow`),
      'g, plumbline, role:plumbline-read',
    ]);
  });

  it('is made, and given that policy, by the patches', () => {
    const [account] = filesNamed(files, 'argocd-account.patch.yaml');
    const [policy] = filesNamed(files, 'argocd-rbac.patch.yaml');
    expect(account).toEqual({ data: { 'accounts.plumbline': 'apiKey' } });
    expect(policy).toEqual({ data: { 'policy.plumbline.csv': csv } });
  });
});
