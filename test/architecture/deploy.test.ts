import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENVIRONMENT, loadConfig } from '../../src/config/load.ts';
import { selects } from '../../src/core/kubernetes/label-selector.ts';
import { at, isObject, listAt, type Manifest, objectAt, stringAt } from '../../src/core/model/json.ts';
import { FOLDER, filesNamed, ofKind, podTemplates, readInstalled, readManifestFiles } from '../support/manifests.ts';

const files = readManifestFiles();
const installed = readInstalled();
const pods = podTemplates(installed);
const [kustomization] = filesNamed(files, 'kustomization.yaml');
const packageVersion = String((JSON.parse(readFileSync('package.json', 'utf8')) as Manifest).version);

const text: unknown = expect.any(String);

function environmentOf(container: Manifest): readonly Manifest[] {
  return listAt(container, 'env').filter(isObject);
}

describe('deploy/', () => {
  it('is YAML throughout', () => {
    expect(files.length).toBeGreaterThan(10);
    expect(files.flatMap(({ file, problems }) => problems.map((problem) => `${file}: ${problem}`))).toEqual([]);
  });

  it('installs every manifest but the examples', () => {
    const expected = globSync(`${FOLDER}/*.yaml`)
      .map((path) => path.slice(FOLDER.length + 1))
      .filter((file) => !file.endsWith('.example.yaml') && file !== 'kustomization.yaml');
    expect(listAt(kustomization, 'resources').toSorted()).toEqual(expected.toSorted());
  });

  it('installs bot, worker and Redis, in the version of the package', () => {
    expect(pods.map(({ name }) => name).toSorted()).toEqual(['plumbline-bot', 'plumbline-redis', 'plumbline-worker']);
    expect(listAt(kustomization, 'images')).toEqual([{ name: 'plumbline', newTag: packageVersion }]);
  });

  it('says nothing secret', () => {
    const secrets = ofKind(
      files.flatMap(({ objects }) => objects),
      'Secret',
    );
    expect(ofKind(installed, 'Secret')).toEqual([]);
    expect(secrets).toHaveLength(1);
    expect(new Set(Object.values(objectAt(secrets[0], 'stringData')))).toEqual(new Set(['REPLACE_ME']));
    const texts = globSync('deploy/**/*.*').map((file) => readFileSync(file, 'utf8'));
    expect(texts.filter((text) => /xox[bp]-\w|xapp-\w|eyJ\w/.test(text))).toEqual([]);
  });
});

describe.each(pods.map((pod) => [pod.name, pod] as const))('%s', (_, { spec, labels, containers }) => {
  it('runs with nothing that it does not need', () => {
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(Number(at(spec, 'securityContext', 'runAsUser'))).toBeGreaterThan(0);
    for (const container of containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('has requests, a limit of memory, and three probes', () => {
    for (const container of containers) {
      expect(container.resources).toMatchObject({ requests: { cpu: text, memory: text }, limits: { memory: text } });
      expect(container).toMatchObject({ startupProbe: {}, livenessProbe: {}, readinessProbe: {} });
    }
  });

  it('names an image by version', () => {
    for (const container of containers) expect(container.image).toMatch(/^(plumbline|redis:\d+\.\d+\.\d+-\w+)$/);
  });

  it('is selected by its workload, and by a NetworkPolicy', () => {
    const workloads = ofKind(installed, 'Deployment', 'StatefulSet');
    expect(workloads.filter((workload) => selects(at(workload, 'spec', 'selector'), labels))).toHaveLength(1);
    const policies = ofKind(installed, 'NetworkPolicy');
    expect(policies.filter((policy) => selects(at(policy, 'spec', 'podSelector'), labels))).toHaveLength(1);
  });

  it('takes each secret from a key that the template of the Secret has', () => {
    const [secret] = filesNamed(files, 'secret.example.yaml');
    const known = Object.keys(objectAt(secret, 'stringData'));
    const asked = containers
      .flatMap(environmentOf)
      .flatMap((variable) => at(variable, 'valueFrom', 'secretKeyRef') ?? []);
    expect(asked.length).toBeGreaterThan(0);
    for (const reference of asked) {
      expect(stringAt(reference, 'name')).toBe(stringAt(secret, 'metadata', 'name'));
      expect(known).toContain(stringAt(reference, 'key'));
    }
  });
});

describe('bot and worker', () => {
  const ours = pods.filter(({ name }) => name !== 'plumbline-redis').flatMap(({ containers }) => containers);

  it('set only variables that something reads', () => {
    const read = new Set(Object.keys(ENVIRONMENT));
    for (const container of ours) {
      const variables = environmentOf(container);
      const values = variables.map(({ value }) => String(value ?? ''));
      const unread = variables
        .map(({ name }) => String(name))
        .filter((name) => !read.has(name) && !values.some((value) => value.includes(`$(${name})`)));
      expect(unread).toEqual([]);
    }
  });

  it('listen and are probed where the service listens', () => {
    const { http } = loadConfig({ file: `${FOLDER}/plumbline.yml`, env: { ARGOCD_AUTH_TOKEN: 'x' } });
    for (const container of ours) {
      expect(container.ports).toEqual([{ name: 'http', containerPort: http.port }]);
      expect(container).toMatchObject({
        livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      });
    }
  });

  it('start with the configuration that is mounted', () => {
    const [variables = []] = ours.map(environmentOf);
    const env = Object.fromEntries(variables.map(({ name, value }) => [String(name), String(value ?? 'from-secret')]));
    expect(env.PLUMBLINE_CONFIG).toBe('/etc/plumbline/plumbline.yml');
    const config = loadConfig({ file: `${FOLDER}/plumbline.yml`, env });
    expect(config).toMatchObject({
      instances: [
        { argocd: { token: 'from-secret' }, kubernetes: { inCluster: true }, remediation: { enabled: false } },
      ],
      slack: { mode: 'socket', botToken: 'from-secret', appToken: 'from-secret', channels: [{ alerts: true }] },
      redis: { url: expect.stringContaining('plumbline-redis:6379') as string },
    });
  });
});

describe('Redis', () => {
  it('keeps everything, at once, on a volume', () => {
    const lines = readFileSync(`${FOLDER}/redis.conf`, 'utf8').split('\n');
    expect(lines).toEqual(
      expect.arrayContaining(['appendonly yes', 'appendfsync everysec', 'maxmemory-policy noeviction']),
    );
    const [set] = ofKind(installed, 'StatefulSet');
    const [container] = pods.find(({ name }) => name === 'plumbline-redis')?.containers ?? [];
    const folder = lines.find((line) => line.startsWith('dir '))?.slice(4);
    const [claim] = listAt(set, 'spec', 'volumeClaimTemplates');
    expect(listAt(container, 'volumeMounts')).toContainEqual({
      name: stringAt(claim, 'metadata', 'name'),
      mountPath: folder,
    });
  });

  it('is reached by bot and worker alone, and reaches nobody', () => {
    const redis = pods.find(({ name }) => name === 'plumbline-redis');
    const [policy] = ofKind(installed, 'NetworkPolicy').filter((one) =>
      selects(at(one, 'spec', 'podSelector'), redis?.labels ?? {}),
    );
    expect(at(policy, 'spec', 'policyTypes')).toEqual(['Ingress', 'Egress']);
    expect(at(policy, 'spec', 'egress')).toBeUndefined();
    const [from] = listAt(policy, 'spec', 'ingress').flatMap((rule) => listAt(rule, 'from'));
    const admitted = pods.filter(({ labels }) => selects(at(from, 'podSelector'), labels)).map(({ name }) => name);
    expect(admitted.toSorted()).toEqual(['plumbline-bot', 'plumbline-worker']);
    expect(selects(at(from, 'podSelector'), { 'app.kubernetes.io/name': 'another' })).toBe(false);
  });
});

describe('the environment', () => {
  /** Of the terminal and the platform, not ours to describe. */
  const OTHERS = new Set(['NO_COLOR', 'TERM', 'PATH', 'HOME', 'KUBERNETES_SERVICE_HOST']);

  it('is documented wherever it is read', () => {
    const sources = globSync('src/**/*.ts', { exclude: ['world/**'] }).map((file) => readFileSync(file, 'utf8'));
    const read = sources.flatMap((source) =>
      [...source.matchAll(/\benv\.([A-Z][A-Z_]+)\b/g)].map(([, name = '']) => name),
    );
    expect(read.length).toBeGreaterThan(5);
    expect([...new Set(read)].filter((name) => !(name in ENVIRONMENT) && !OTHERS.has(name))).toEqual([]);
  });
});
