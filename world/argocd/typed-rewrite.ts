import { isEmpty, isObject, type Json, type JsonObject, type Manifest, objectAt } from '../../src/core/model/json.ts';
import { decode } from '../cluster/typing/decode.ts';
import { applicationSpecType } from './application-type.ts';

/**
 * An Application as Argo CD writes it back after reading it into a Go struct, without explicit zero values
 * (docs/facts.md#dropped-zeros). It happens whenever an operation is requested, and makes the parent app drift where Git
 * states such a value.
 */
export function typedRewrite(app: Manifest, version: string): Manifest {
  return { ...app, spec: normalized(decode(applicationSpecType(version), objectAt(app, 'spec')).value) };
}

/** `NormalizeApplicationSpec`: empty policies and, of a single source, empty options of a tool mean nothing. */
function normalized(spec: JsonObject): JsonObject {
  const { source } = spec;
  const named = spec.project === '' ? { ...spec, project: 'default' } : spec;
  const plain = without(named, 'syncPolicy', isEmptyObject);
  if (!isObject(source)) return plain;
  const tools = ['helm', 'kustomize', 'directory'];
  return { ...plain, source: tools.reduce((rest, tool) => without(rest, tool, isEmptyObject), source) };
}

function without(object: JsonObject, key: string, when: (value: Json) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => name !== key || !when(value)));
}

function isEmptyObject(value: Json): boolean {
  return isObject(value) && isEmpty(value);
}
