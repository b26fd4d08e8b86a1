import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { REFERABLES } from '../../src/adapters/kubernetes/references/edges-to.ts';
import { loadConfig } from '../../src/config/load.ts';
import { at, listAt, type Manifest, stringAt } from '../../src/core/model/json.ts';
import { neverDeleted } from '../../src/core/remedy/plan/tier.ts';
import { ARGOCD_WRITE_NEEDS } from '../../src/ports/argocd-rights.ts';
import { BUNDLE_NEED, CLUSTER_WRITE_NEEDS } from '../../src/ports/cluster-write-rights.ts';
import { filesNamed, ofKind, readManifestFiles } from '../support/manifests.ts';
import { askedBy, grantedBy, inRbac, kindNamed } from '../support/rbac.ts';

const FOLDER = 'deploy/remediation';
const ACCOUNT = { kind: 'ServiceAccount', name: 'plumbline-write', namespace: 'plumbline' };

const files = readManifestFiles();
const [kustomization] = filesNamed(files, 'kustomization.yaml').slice(1);
const [clusterRole] = filesNamed(files, 'cluster-role-write.yaml');
const [bundleRole] = filesNamed(files, 'role-bundles.yaml');
const bindings = filesNamed(files, 'bindings-write.yaml');
const [workerPatch] = filesNamed(files, 'worker-write.patch.yaml');
const granted = grantedBy(clusterRole ? [clusterRole] : []);

describe('the ClusterRole of changes', () => {
  it('is what the doctor asks for', () => {
    const asked = askedBy(CLUSTER_WRITE_NEEDS);
    expect(new Set(asked).size).toBe(asked.length);
    expect(granted.toSorted()).toEqual(asked.toSorted());
  });

  it('does nothing by a wildcard, and nothing that no step does', () => {
    expect(granted.filter((text) => !/^(get|create|patch|delete|bind|escalate) [a-z]+(\.|$)/.test(text))).toEqual([]);
  });

  it('deletes every kind whose use can be proven, and can put it back', () => {
    const kinds = REFERABLES.flatMap((referable) => referable.kinds).map(kindNamed);
    const needed = kinds.flatMap((kind) => ['get', 'create', 'delete'].map((verb) => inRbac(verb, kind)));
    expect(needed.length).toBeGreaterThan(30);
    // the Rollout is not of every cluster, and yet granted
    expect(needed.filter((text) => !granted.includes(text))).toEqual([]);
  });

  it('deletes nothing that is never deleted', () => {
    const never = ['Namespace', 'argoproj.io/Application', 'argoproj.io/ApplicationSet', 'argoproj.io/AppProject'];
    for (const name of never) {
      const kind = kindNamed(name);
      expect(neverDeleted({ ...kind, namespace: '', name: 'any' })).toBeDefined();
      expect(granted).not.toContain(inRbac('delete', kind));
    }
  });

  it('restores whatever it deletes', () => {
    const deleted = granted.filter((text) => text.startsWith('delete ')).map((text) => text.slice('delete '.length));
    const missing = deleted.flatMap((what) => ['get', 'create'].map((verb) => `${verb} ${what}`));
    expect(missing.filter((text) => !granted.includes(text))).toEqual([]);
  });
});

describe('the Role of bundles', () => {
  it('is what the doctor asks for, in the namespace that is configured', () => {
    expect(grantedBy(bundleRole ? [bundleRole] : [])).toEqual(askedBy([BUNDLE_NEED]));
    const { instances } = loadConfig({
      file: `${FOLDER}/plumbline.yml`,
      env: { ARGOCD_AUTH_TOKEN: 'x' },
      writing: false,
    });
    expect(instances[0]?.remediation.bundleNamespace).toBe(stringAt(bundleRole, 'metadata', 'namespace'));
  });
});

describe('the account of changes', () => {
  it('is the worker’s alone', () => {
    const [account] = filesNamed(files, 'service-account-write.yaml');
    expect(stringAt(account, 'metadata', 'name')).toBe(ACCOUNT.name);
    expect(bindings.map((binding) => listAt(binding, 'subjects'))).toEqual(bindings.map(() => [ACCOUNT]));
    expect(bindings.map((binding) => [binding.kind, stringAt(binding, 'roleRef', 'name')])).toEqual([
      ['ClusterRoleBinding', stringAt(clusterRole, 'metadata', 'name')],
      ['ClusterRoleBinding', 'plumbline-read'],
      ['RoleBinding', stringAt(bundleRole, 'metadata', 'name')],
    ]);
    expect(stringAt(workerPatch, 'metadata', 'name')).toBe('plumbline-worker');
    expect(at(workerPatch, 'spec', 'template', 'spec', 'serviceAccountName')).toBe(ACCOUNT.name);
    const others = ofKind(
      files.flatMap(({ objects }) => objects),
      'Deployment',
    ).filter((deployment) => deployment !== workerPatch);
    expect(JSON.stringify(others)).not.toMatch(/plumbline-write|ARGOCD_WRITE_TOKEN/);
  });

  it('has its token from a key that the template of the Secret has', () => {
    const [secret] = filesNamed(files, 'secret.example.yaml');
    const [container] = listAt(workerPatch, 'spec', 'template', 'spec', 'containers');
    expect(listAt(container, 'env')).toEqual([
      {
        name: 'ARGOCD_WRITE_TOKEN',
        valueFrom: { secretKeyRef: { name: stringAt(secret, 'metadata', 'name'), key: 'ARGOCD_WRITE_TOKEN' } },
      },
    ]);
    expect(at(secret, 'stringData', 'ARGOCD_WRITE_TOKEN')).toBe('REPLACE_ME');
  });

  it('is configured for the worker; the bot starts without it', () => {
    const file = `${FOLDER}/plumbline.yml`;
    const read = { ARGOCD_AUTH_TOKEN: 'reads' };
    const worker = loadConfig({ file, env: { ...read, ARGOCD_WRITE_TOKEN: 'writes' } });
    expect(worker.instances[0]?.remediation).toMatchObject({ enabled: true, argocdToken: 'writes' });
    expect(JSON.stringify(loadConfig({ file, env: read, writing: false }))).not.toContain('writes');
    expect(worker.policy.grants).toHaveLength(1);
  });

  it('is installed over what reads, with every manifest but the examples', () => {
    const own = globSync(`${FOLDER}/*.yaml`)
      .map((path) => path.slice(FOLDER.length + 1))
      .filter((file) => !/\.(example|patch)\.yaml$/.test(file) && file !== 'kustomization.yaml');
    expect(listAt(kustomization, 'resources').toSorted()).toEqual(['../kubernetes', ...own].toSorted());
    expect(listAt(kustomization, 'patches')).toEqual([{ path: 'worker-write.patch.yaml' }]);
  });

  it('differs from what reads in nothing else', () => {
    const configOf = (folder: string) => parse(readFileSync(`${folder}/plumbline.yml`, 'utf8')) as Manifest;
    const { policy, ...changed } = configOf(FOLDER);
    const instances = listAt(changed, 'instances').map((instance) => ({ ...Object(instance), remediation: undefined }));
    expect({ ...changed, instances }).toEqual(configOf('deploy/kubernetes'));
    expect(policy).toBeDefined();
  });
});

describe('the Argo CD account of changes', () => {
  const csv = readFileSync('deploy/argocd-rbac-write.csv', 'utf8');

  it('may do exactly what the doctor asks for', () => {
    expect(csv.trim().split('\n')).toEqual([
      ...ARGOCD_WRITE_NEEDS.map(({ right: line }) => `p, role:plumbline-write, ${line.join(', ')}, allow`),
      'g, plumbline-write, role:plumbline-write',
    ]);
  });

  it('is made, and given that policy, by the patches', () => {
    const [account] = filesNamed(files, 'argocd-account-write.patch.yaml');
    const [policy] = filesNamed(files, 'argocd-rbac-write.patch.yaml');
    expect(account).toEqual({ data: { 'accounts.plumbline-write': 'apiKey' } });
    expect(policy).toEqual({ data: { 'policy.plumbline-write.csv': csv } });
  });
});
