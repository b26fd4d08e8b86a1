import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { locateProgram } from '../build/build-program.ts';
import { PROGRAMS } from '../build/programs.ts';
import { openRepository } from '../git/repository.ts';
import { applyManifests } from '../kubernetes/apply.ts';
import { openLab } from '../running-lab.ts';
import { anApplication, waitForApplication } from './application.ts';
import { renderProvenance } from './provenance.ts';

const run = promisify(execFile);
const NAME = 'shop';
const FIXTURES = join(import.meta.dirname, '../../fixtures/argocd');

/** Changes made by hand, each with the tool a person would use, so that managedFields name the real writers. */
const DRIFT = [
  ['set', 'image', 'deployment/checkout', 'checkout=example/checkout:1.4.1-hotfix'],
  ['scale', 'deployment/checkout', '--replicas=3'],
  ['set', 'env', 'deployment/checkout', 'DEBUG=1'],
  ['patch', 'configmap/checkout', '--type=merge', '--patch', '{"data":{"retries":"5"}}'],
];

const lab = await openLab();
const reader = lab.argocdAs('plumbline-read');
const writer = lab.argocdAs('plumbline-write');

const repository = await openRepository(lab.gitFolder, NAME);
const manifests = await readFile(join(import.meta.dirname, 'shop/manifests.yaml'), 'utf8');
await repository.commit({ 'manifests.yaml': manifests }, 'Add the shop');
await applyManifests(lab.kube, [anApplication(NAME, repository.url, NAME)]);
await waitForApplication(reader, NAME, { sync: 'OutOfSync', health: 'Missing' });
await writer.post(`/api/v1/applications/${NAME}/sync`, { name: NAME });
const recordings: Record<string, unknown> = {
  'application-synced': await waitForApplication(reader, NAME, { sync: 'Synced', health: 'Healthy' }),
};

const kubectl = locateProgram(PROGRAMS.kubectl).binary;
for (const command of DRIFT) await run(kubectl, ['--kubeconfig', lab.kubeconfig, '--namespace', NAME, ...command]);
recordings['application-drifted'] = await waitForApplication(reader, NAME, { sync: 'OutOfSync', health: 'Healthy' });

const paths = {
  'managed-resources': `/api/v1/applications/${NAME}/managed-resources`,
  'resource-tree': `/api/v1/applications/${NAME}/resource-tree`,
  'application-list':
    '/api/v1/applications?fields=items.metadata.name,items.spec.project,items.status.sync.status,items.status.health',
  version: '/api/version',
};
for (const [name, path] of Object.entries(paths)) recordings[name] = await reader.get(path);
lab.kube.close();

const target = join(FIXTURES, lab.argocdRelease);
await mkdir(target, { recursive: true });
for (const [name, recording] of Object.entries(recordings)) {
  const text = JSON.stringify(recording, null, 2).replaceAll(repository.url, `file:///git/${NAME}`);
  await writeFile(join(target, `${name}.json`), `${text}\n`);
}
const commands = DRIFT.map((command) => `kubectl --namespace ${NAME} ${command.join(' ')}`);
const application = `GET /api/v1/applications/${NAME}?refresh=normal`;
const requests = {
  'application-synced': application,
  'application-drifted': application,
  ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, `GET ${path}`])),
};
await writeFile(join(target, 'README.md'), renderProvenance(lab.argocdRelease, requests, commands));
process.stdout.write(`recorded ${Object.keys(recordings).length} responses in ${target}\n`);
