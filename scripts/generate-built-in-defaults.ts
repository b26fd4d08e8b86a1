import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildProgram } from '../test/lab/build/build-program.ts';
import { PROGRAMS } from '../test/lab/build/programs.ts';
import { type Manifest, makeApi } from './built-in-defaults/api.ts';
import { makeLearner } from './built-in-defaults/learner.ts';
import { loadManifests, loadSamples } from './built-in-defaults/load-manifests.ts';
import { probeSample } from './built-in-defaults/probe.ts';
import { makeKindSchema } from './built-in-defaults/schema.ts';
import { makeDefaultsTable } from './built-in-defaults/table.ts';
import { withControlPlane } from './built-in-defaults/temporary-control-plane.ts';

const DATA = join(import.meta.dirname, 'built-in-defaults');

/** Served only on request in this version; the rest of the server is as shipped, with two address families. */
const APISERVER_ARGS = [
  '--service-cluster-ip-range=10.96.0.0/16,fd00:96::/112',
  '--feature-gates=MutatingAdmissionPolicy=true',
  '--runtime-config=admissionregistration.k8s.io/v1beta1=true',
];

const PROVENANCE = {
  generatedBy: 'scripts/generate-built-in-defaults.ts',
  method: 'dryRun=All creates against kube-apiserver: samples, then each sample with each of its places taken away',
  reading: {
    patterns:
      'JSON Pointers; * is any list element or map value; a whole subtree is listed where a whole subtree was added',
    oneOf: 'depends on other fields; these values were seen',
    copyOf: 'the value at that pattern, with the same element or key for each *',
    derivedFrom: 'made by the server from the value at that pattern',
    mounts: 'where PodSpec applies, by kind; /Pod also has rows of its own, from admission',
    assigned: 'chosen by the server at each create, or kept by it (*: every kind); not defaults',
  },
};

const { values } = parseArgs({ options: { out: { type: 'string', default: 'built-in-defaults.json' } } });

await buildProgram(PROGRAMS.etcd);
const { version } = await buildProgram(PROGRAMS.kubeApiserver);
const samples = await loadSamples(join(DATA, 'samples'));

const document = await withControlPlane(APISERVER_ARGS, async (client) => {
  const api = makeApi(client);
  for (const manifest of await loadManifests(join(DATA, 'prerequisites.yaml'))) await api.create(manifest);

  const table = makeDefaultsTable();
  const refused: unknown[] = [];
  for (const sample of samples) {
    const kind = groupKindOf(sample);
    const schema = makeKindSchema(await api.openApi(sample.apiVersion), sample.apiVersion, sample.kind);
    table.mountPodSpecs(kind, schema.podSpecPlaces());
    const learner = makeLearner(api, schema, table, kind);
    await probeSample(api, learner, sample).catch((error: unknown) => refused.push(error));
    process.stdout.write(`${kind} ${String(sample.metadata.name)}\n`);
  }
  if (refused.length > 0) throw new AggregateError(refused, refused.map(String).join('\n'));
  const meta = { kubernetes: version, ...PROVENANCE, kinds: [...new Set(samples.map(groupKindOf))].sort() };
  return { _meta: meta, ...table.render() };
});

await mkdir(dirname(values.out), { recursive: true });
await writeFile(values.out, `${JSON.stringify(document, null, 2)}\n`);
process.stdout.write(`wrote ${values.out}\n`);

function groupKindOf({ apiVersion, kind }: Manifest): string {
  return `${apiVersion.includes('/') ? apiVersion.split('/')[0] : ''}/${kind}`;
}
