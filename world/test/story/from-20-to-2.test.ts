import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { edited } from '../../../src/core/model/edit.ts';
import { type Json, listAt, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import type { ObjectKey } from '../../cluster/types.ts';
import { makeStory, type Story } from '../../story/make-story.ts';

/* The order of fixes that works, each step as a person would do it: a commit, a deletion, a sync. */

let folder: string;
let story: Story;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-road-'));
  story = await makeStory({ clock: { now: () => new Date() }, folder, pollMs: 0 });
}, 30_000);

afterAll(() => {
  story.close();
  rmSync(folder, { recursive: true, force: true });
});

const APPLICATION = { group: 'argoproj.io', kind: 'Application' };
const apps = (): readonly Manifest[] => story.cluster.list(APPLICATION);
const nameOf = (object: Manifest): string => stringAt(object, 'metadata', 'name') ?? '';

async function outOfSync(): Promise<readonly string[]> {
  await story.settle();
  return apps()
    .filter((app) => stringAt(app, 'status', 'sync', 'status') !== 'Synced')
    .map(nameOf)
    .toSorted();
}

/** Commits a change to every file that matches. */
async function change(match: RegExp, edit: (text: string) => string | null): Promise<void> {
  const files = await story.git.files('main', '');
  const changes = [...files].filter(([name]) => match.test(name)).map(([name, text]) => [name, edit(text)] as const);
  expect(changes.length).toBeGreaterThan(0);
  await story.git.commit(new Map(changes), 'fix: drift');
}

const withValues =
  (...values: readonly (readonly [pointer: string, value: Json | undefined])[]) =>
  (text: string): string =>
    stringify(
      values.reduce<Json>((document, [pointer, value]) => edited(document, pointer, value), parse(text) as Json),
    );

const ignoring = (...rules: readonly Json[]) => withValues(['/spec/ignoreDifferences', rules]);

function removeLeftovers(app: string): void {
  const object = apps().find((candidate) => nameOf(candidate) === app);
  for (const resource of listAt(object, 'status', 'resources')) {
    if ((resource as { requiresPruning?: boolean }).requiresPruning !== true) continue;
    const read = (field: string): string => stringAt(resource, field) ?? '';
    const key: ObjectKey = {
      group: read('group'),
      kind: read('kind'),
      namespace: read('namespace'),
      name: read('name'),
    };
    story.cluster.delete(key);
  }
}

function sync(app: string): void {
  story.controller.operations.request(
    { namespace: 'argocd', name: app },
    { sync: {}, initiatedBy: { username: 'demo' } },
    'argocd-server',
  );
}

it('goes from 20 to 2', async () => {
  expect(await outOfSync()).toHaveLength(20);

  await change(
    /externalsecret-.*\.yaml$/,
    withValues(
      ['/spec/target/deletionPolicy', 'Retain'],
      ['/spec/data/0/remoteRef/conversionStrategy', 'Default'],
      ['/spec/data/0/remoteRef/decodingStrategy', 'None'],
      ['/spec/data/0/remoteRef/metadataPolicy', 'None'],
    ),
  );
  expect(await outOfSync()).toHaveLength(13);

  await change(/^apps\/root\/templates\//, (text) =>
    text.replace(/^ {6}prune: false\n/m, '').replace(/group: ""\n {6}/, ''),
  );
  expect(await outOfSync()).toHaveLength(12);

  await change(
    /templates\/(argo-rollouts|tekton-pipelines|tekton-dashboard)\.yaml$/,
    ignoring({
      group: 'apiextensions.k8s.io',
      kind: 'CustomResourceDefinition',
      jsonPointers: ['/metadata/labels', '/metadata/annotations', '/spec/preserveUnknownFields'],
    }),
  );
  expect(await outOfSync()).toHaveLength(9);

  removeLeftovers('gitea');
  expect(await outOfSync()).toHaveLength(8);

  await change(/^apps\/sympozium-extras\/namespace\.yaml$/, () => null);
  await change(
    /personapack-.*\.yaml$/,
    withValues(
      ['/spec/enabled', true],
      ['/spec/channel', 'stable'],
      ['/spec/personas/0/memory', 'session'],
      ['/spec/personas/1/memory', 'session'],
    ),
  );
  await story.settle();
  sync('sympozium');
  expect(await outOfSync()).toHaveLength(6);
  const namespace = story.cluster.get({ group: '', kind: 'Namespace', namespace: '', name: 'sympozium-system' });
  expect(stringAt(namespace, 'metadata', 'labels', 'pod-security.kubernetes.io/enforce')).toBe('privileged');

  removeLeftovers('argocd');
  expect(await outOfSync()).toHaveLength(5);

  await change(
    /templates\/victoria-metrics\.yaml$/,
    ignoring({
      group: 'apps',
      kind: 'Deployment',
      name: 'victoria-metrics-grafana',
      jqPathExpressions: ['.spec.template.metadata.annotations["checksum/config"]'],
      jsonPointers: [
        '/spec/template/metadata/annotations/checksum~1sc-dashboard-provider-config',
        '/spec/template/metadata/annotations/checksum~1secret',
      ],
    }),
  );
  await change(
    /templates\/gpu-operator\.yaml$/,
    ignoring({ group: 'nvidia.com', kind: 'ClusterPolicy', managedFieldsManagers: ['gpu-operator'] }),
  );
  expect(await outOfSync()).toHaveLength(3);

  const updatedAt = ['/metadata/annotations/updatedAt', '/spec/template/metadata/annotations/updatedAt'];
  await change(/templates\/infisical\.yaml$/, ignoring({ group: 'apps', kind: 'Deployment', jsonPointers: updatedAt }));
  await change(/^apps\/infisical\/values\.yaml$/, withValues(['/postgresql/pdb/create', false]));
  await story.settle();
  removeLeftovers('infisical');
  expect(await outOfSync()).toEqual(['tekton-extras', 'vcluster-experiments']);

  await change(/^apps\/argo-rollouts\/values\.yaml$/, withValues(['/controller/trafficRouterPlugins', undefined]));
  await change(/persistentvolumeclaim-gitea-shared-storage\.yaml$/, withValues(['/spec/storageClassName', 'longhorn']));
  await change(/statefulset-sympozium\.yaml$/, (text) => text.replace('0.9.14-rc1', '0.9.13'));
  await change(/statefulset-experiments\.yaml$/, (text) => text.replace('cpu: "8"', 'cpu: "2"'));
  expect(await outOfSync()).toEqual(['tekton-extras', 'vcluster-experiments']);
  const unhealthy = apps().filter((app) => stringAt(app, 'status', 'health', 'status') !== 'Healthy');
  expect(unhealthy.map(nameOf)).toEqual([]);
});
