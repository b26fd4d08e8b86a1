import { parseAllDocuments } from 'yaml';
import type { z } from 'zod';
import type { Observation } from '../../core/facts/observation.ts';
import { compileSchema } from '../../core/kubernetes/schema.ts';
import { makeMasker } from '../../core/mask/mask.ts';
import { defined } from '../../core/model/defined.ts';
import { UsageError } from '../../core/model/errors.ts';
import { at, isObject, type Json, type JsonObject, listAt, stringAt } from '../../core/model/json.ts';
import type { SchemaNode } from '../../core/model/schema-node.ts';
import { mapCase } from './map.ts';
import { CaseFile } from './schema.ts';

export interface ParsedCase {
  readonly id: string;
  readonly observation: Observation;
}

const PARTS = 'a case is one JSON object with application, resource, target, live and context';

/** @throws UsageError with everything that is wrong, in one sentence. */
export function parseCase(text: string, name: string): ParsedCase {
  const json = parseJson(text, name);
  if (!isObject(json))
    throw new UsageError(
      'case.not-an-object',
      `${name} is not a case: it holds ${json === null ? 'null' : Array.isArray(json) ? 'a list' : `a ${typeof json}`}`,
      PARTS,
    );
  const parsed = CaseFile.safeParse(json);
  if (!parsed.success)
    throw new UsageError('case.incomplete', `${name} is not a case: ${problemsOf(parsed.error)}`, PARTS);
  const { id } = parsed.data;
  return { id: id === undefined ? name.replace(/\.json$/, '') : String(id), observation: mapCase(parsed.data) };
}

function parseJson(text: string, name: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new UsageError(
      'case.not-json',
      `${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      PARTS,
      { cause: error },
    );
  }
}

function problemsOf(error: z.ZodError): string {
  const problems = error.issues.map(({ path, message, code }) => {
    const where = path.join('.');
    return code === 'invalid_type' && message.includes('received undefined')
      ? `${where} is missing`
      : `${where}: ${message}`;
  });
  return [...new Set(problems)].slice(0, 8).join('; ');
}

interface Pair {
  readonly target: string;
  readonly live: string;
  readonly crd: string | undefined;
  readonly name: string;
}

/** Two manifests without an application around them: what an Argo CD with default settings would make of the pair. */
export function parsePair({ target, live, crd, name }: Pair): ParsedCase {
  const masker = makeMasker();
  const [wanted, actual] = [parseManifest(target, '--target'), parseManifest(live, '--live')];
  const kind = stringAt(actual, 'kind') ?? stringAt(wanted, 'kind') ?? '';
  const [group, version] = groupVersion(stringAt(actual, 'apiVersion') ?? stringAt(wanted, 'apiVersion') ?? '');
  const ref = {
    group,
    kind,
    namespace: stringAt(actual, 'metadata', 'namespace') ?? stringAt(wanted, 'metadata', 'namespace') ?? '',
    name: stringAt(actual, 'metadata', 'name') ?? stringAt(wanted, 'metadata', 'name') ?? '',
  };
  if (kind === '' || ref.name === '')
    throw new UsageError(
      'pair.no-object',
      'neither --target nor --live holds a Kubernetes object',
      'each file holds one object with apiVersion, kind and metadata.name',
    );
  const mask = (manifest: JsonObject | null): JsonObject | null =>
    manifest === null ? null : masker.manifest(manifest);
  const schema = crd === undefined ? undefined : schemaFromCrd(crd, version);
  return {
    id: name,
    observation: {
      app: {
        ref: { server: '', namespace: '', name: '' },
        project: '',
        annotations: {},
        sources: [],
        destination: {},
        autoSync: { enabled: false, prune: false, selfHeal: false },
        syncOptions: [],
        ignoreDifferences: [],
        managedNamespaceMetadata: false,
        sync: { status: 'OutOfSync', revisions: [] },
        health: { status: '' },
        conditions: [],
        resources: [],
      },
      instance: {},
      runtime: {},
      resources: [
        {
          ref,
          version,
          status: 'OutOfSync',
          requiresPruning: wanted === null,
          hook: false,
          target: mask(wanted),
          live: mask(actual),
          facts: defined({ schema }),
        },
      ],
      notObserved: ['only two manifests were given: no application, no history, no neighbours'],
    },
  };
}

function parseManifest(text: string, option: string): JsonObject | null {
  const documents = parseAllDocuments(text).filter(({ contents }) => contents !== null);
  const [document] = documents;
  if (documents.length > 1)
    throw new UsageError(
      'pair.many-documents',
      `${option} holds ${documents.length} YAML documents`,
      'give one object a file',
    );
  const broken = document?.errors[0];
  if (broken)
    throw new UsageError(
      'pair.not-yaml',
      `${option} is not YAML: ${broken.message.split('\n')[0] ?? ''}`,
      'give one Kubernetes object as YAML or JSON',
      { cause: broken },
    );
  const value = (document?.toJS({ maxAliasCount: 100 }) ?? null) as Json;
  if (value === null) return null;
  if (!isObject(value))
    throw new UsageError(
      'pair.not-an-object',
      `${option} holds no object`,
      'give one Kubernetes object as YAML or JSON, or an empty file where there is none',
    );
  return value;
}

function groupVersion(apiVersion: string): readonly [group: string, version: string] {
  const [first = '', second] = apiVersion.split('/');
  return second === undefined ? ['', first] : [first, second];
}

function schemaFromCrd(text: string, version: string): SchemaNode {
  const crd = parseManifest(text, '--crd');
  const versions = listAt(crd ?? {}, 'spec', 'versions');
  const used = versions.find((entry) => stringAt(entry, 'name') === version) ?? versions[0];
  const schema = at(used, 'schema', 'openAPIV3Schema');
  if (schema === undefined)
    throw new UsageError(
      'pair.no-schema',
      '--crd holds no schema for that version',
      'give the CustomResourceDefinition as kubectl get crd -o yaml prints it',
    );
  return compileSchema(schema);
}
