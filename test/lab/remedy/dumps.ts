import { isObject, type JsonObject } from '../../../src/core/model/json.ts';
import type { Bench } from '../replay/bench.ts';

const SERVER_SET = new Set(['uid', 'resourceVersion', 'generation', 'creationTimestamp', 'managedFields']);

/** Objects as kubectl reads them, without what the API server sets anew on every create. */
export async function dump(bench: Bench, names: readonly string[]): Promise<readonly JsonObject[]> {
  const { items } = JSON.parse(await bench.kubectl('get', ...names, '-o', 'json')) as { items: readonly JsonObject[] };
  return items.map(({ status: _, metadata, ...content }) => ({
    ...content,
    metadata: Object.fromEntries(
      Object.entries(isObject(metadata) ? metadata : {}).filter(([key]) => !SERVER_SET.has(key)),
    ),
  }));
}

/** kubectl writes it anew with whatever it creates. */
export function withoutLastApplied(objects: readonly JsonObject[]): unknown {
  return without(objects, 'kubectl.kubernetes.io/last-applied-configuration');
}

/** Counted by the Deployment controller, forwards also on the way back. */
export function withoutRevision(objects: readonly JsonObject[]): unknown {
  return without(objects, 'deployment.kubernetes.io/revision');
}

function without(objects: readonly JsonObject[], annotation: string): unknown {
  const text = JSON.stringify(objects, (key, value: unknown) => (key === annotation ? undefined : value));
  return JSON.parse(text);
}

/** Those of the names that exist. */
export async function present(bench: Bench, names: readonly string[]): Promise<readonly string[]> {
  const found = await bench.kubectl('get', ...names, '--ignore-not-found', '-o', 'name');
  return found.trim() === '' ? [] : found.trim().split('\n');
}
