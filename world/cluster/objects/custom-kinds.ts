import { compileSchema, withDefaults } from '../../../src/core/kubernetes/schema.ts';
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  type Manifest,
  stringAt,
} from '../../../src/core/model/json.ts';
import type { PrinterColumn } from '../types.ts';
import { customType, withoutNulls } from '../typing/custom-types.ts';
import type { KindDefinition } from './kind-definition.ts';

/** The kinds that a CustomResourceDefinition makes servable: one per served version, the stored one first. */
export function customKinds(crd: Manifest): readonly KindDefinition[] {
  if (!isDefinition(crd)) return [];
  return listAt(crd, 'spec', 'versions')
    .filter((version) => at(version, 'served') === true)
    .toSorted((a, b) => Number(at(b, 'storage') === true) - Number(at(a, 'storage') === true))
    .map((version) => customKind(crd, version));
}

export function isDefinition(object: Manifest): boolean {
  return object.kind === 'CustomResourceDefinition' && String(object.apiVersion).startsWith('apiextensions.k8s.io/');
}

function customKind(crd: Manifest, version: Json): KindDefinition {
  const names = at(crd, 'spec', 'names');
  const schema = at(version, 'schema', 'openAPIV3Schema');
  const compiled = compileSchema(schema);
  const kind = stringAt(names, 'kind') ?? '';
  const hasStatus = at(version, 'subresources', 'status') !== undefined;
  return {
    group: stringAt(crd, 'spec', 'group') ?? '',
    version: stringAt(version, 'name') ?? '',
    kind,
    plural: stringAt(names, 'plural') ?? '',
    singular: stringAt(names, 'singular') ?? kind.toLowerCase(),
    namespaced: stringAt(crd, 'spec', 'scope') === 'Namespaced',
    shortNames: textsAt(names, 'shortNames'),
    categories: textsAt(names, 'categories'),
    subresources: [
      ...(hasStatus ? (['status'] as const) : []),
      ...(at(version, 'subresources', 'scale') === undefined ? [] : (['scale'] as const)),
    ],
    columns: listAt(version, 'additionalPrinterColumns').map(printerColumn),
    type: customType(schema),
    hasStatus,
    hasGeneration: true,
    custom: {
      schema,
      fill: (document) => filled(withDefaults(compiled, withoutNulls(schema, document)), document),
    },
  };
}

function filled(value: Json | undefined, document: JsonObject): JsonObject {
  return isObject(value) ? value : document;
}

function textsAt(value: Json | undefined, key: string): readonly string[] {
  return listAt(value, key).filter((item) => typeof item === 'string');
}

function printerColumn(column: Json): PrinterColumn {
  const priority = at(column, 'priority');
  return {
    name: stringAt(column, 'name') ?? '',
    type: stringAt(column, 'type') ?? 'string',
    jsonPath: stringAt(column, 'jsonPath') ?? '',
    priority: typeof priority === 'number' ? priority : 0,
  };
}
