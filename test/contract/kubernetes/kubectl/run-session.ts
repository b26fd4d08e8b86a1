import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { edited } from '../../../../src/core/model/edit.ts';
import { at, isObject, type Json, listAt, type Manifest, objectAt } from '../../../../src/core/model/json.ts';
import { type Kubectl, RELEASE } from '../../../support/kubectl.ts';
import { NAMESPACE, SESSION, type Step } from './session.ts';

/** What a command said and what it left behind, without what differs between any two runs. */
export interface Recorded {
  readonly command: string;
  readonly code: number;
  readonly said: string;
  readonly object?: Json;
}

/** One line per step, as a real API server of this release answered it. */
export const RECORDING = fileURLToPath(new URL(`recorded-${RELEASE}.jsonl`, import.meta.url));

export function readRecording(): readonly Recorded[] {
  const lines = readFileSync(RECORDING, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Recorded);
}

export async function runSession(kubectl: Kubectl): Promise<readonly Recorded[]> {
  const cleanUp = async (): Promise<void> => {
    await kubectl(['delete', 'namespace', NAMESPACE, '--ignore-not-found']);
    await kubectl(['delete', 'crd', 'widgets.session.example.com', '--ignore-not-found']);
  };
  await cleanUp();
  await kubectl(['create', 'namespace', NAMESPACE]);
  const recorded: Recorded[] = [];
  for (const step of SESSION) recorded.push(await runStep(kubectl, step));
  await cleanUp();
  return recorded;
}

async function runStep(kubectl: Kubectl, { kubectl: args, input, look }: Step): Promise<Recorded> {
  const { code, stdout, stderr } = await kubectl(
    ['-n', NAMESPACE, ...args],
    input === undefined ? '' : JSON.stringify(input),
  );
  const said = steady(`${stdout}${stderr}`);
  const command = args.join(' ');
  if (look === undefined) return { command, code, said };
  const shown = await kubectl(['-n', NAMESPACE, 'get', look, '-o', 'json', '--show-managed-fields']);
  return { command, code, said, object: shown.code === 0 ? comparable(JSON.parse(shown.stdout) as Manifest) : null };
}

/** Times and ages run on, patches hold both, and the server lists problems in no order. */
function steady(text: string): string {
  const lines = text.trim().split('\n');
  const first = lines.findIndex((line) => line.startsWith('* spec.'));
  const listed = first < 0 ? lines : [...lines.slice(0, first), ...lines.slice(first).toSorted()];
  return listed
    .join('\n')
    .replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, '<time>')
    .replace(/ +\d+s$/gm, ' <age>')
    .replace(/Invalid value: "(?:map\[|\{)[\s\S]*?": strict/, 'Invalid value: <patch>: strict');
}

/** Controllers of a real cluster write status and notes of their own; addresses and ids are drawn anew each time. */
const CONTROLLER = 'kube-controller-manager';
const REVISION = 'deployment.kubernetes.io/revision';

/** With the controller's annotation there, nobody else adds the map of annotations. */
function withoutAnnotationMap(entry: Json): Json {
  if (!isObject(entry) || at(entry, 'fieldsV1', 'f:metadata', 'f:annotations', '.') === undefined) return entry;
  return edited(entry, '/fieldsV1/f:metadata/f:annotations/.', undefined);
}

function comparable(object: Manifest): Json {
  const {
    uid: _,
    resourceVersion: __,
    creationTimestamp: ___,
    annotations,
    ...metadata
  } = objectAt(object, 'metadata');
  const notes = Object.entries(isObject(annotations) ? annotations : {}).filter(([key]) => key !== REVISION);
  const managedFields = listAt(metadata, 'managedFields')
    .filter((entry) => at(entry, 'manager') !== CONTROLLER)
    .map((entry) =>
      isObject(entry) ? Object.fromEntries(Object.entries(entry).filter(([key]) => key !== 'time')) : entry,
    )
    .map((entry) => (object.kind === 'Deployment' ? withoutAnnotationMap(entry) : entry))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const { status, ...rest } = object;
  return sorted({
    ...rest,
    ...(object.kind === 'Widget' && status !== undefined ? { status } : {}),
    ...(isObject(rest.spec) && object.kind === 'Service' ? { spec: withoutAddresses(rest.spec) } : {}),
    metadata: { ...metadata, ...(notes.length > 0 ? { annotations: Object.fromEntries(notes) } : {}), managedFields },
  });
}

function withoutAddresses(spec: Manifest): Manifest {
  const { clusterIP: _, clusterIPs: __, ports, ...rest } = spec;
  const kept = (Array.isArray(ports) ? (ports as readonly Json[]) : []).map((port) =>
    isObject(port) ? Object.fromEntries(Object.entries(port).filter(([key]) => key !== 'nodePort')) : port,
  );
  return { ...rest, ports: kept };
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
