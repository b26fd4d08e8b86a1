import { isJsonObject, type Json, type JsonObject } from '../../test/lab/kubernetes/kube-client.ts';

export { isJsonObject, type Json, type JsonObject };

/** One step into a value: an object's key or a list's index. */
export type Step = string | number;

export function isScalar(value: Json | undefined): value is string | number | boolean | null {
  return value !== undefined && (value === null || typeof value !== 'object');
}

export function childrenOf(value: Json): readonly (readonly [Step, Json])[] {
  if (Array.isArray(value)) return value.map((child, index) => [index, child] as const);
  return isJsonObject(value) ? Object.entries(value) : [];
}

export function findAt(value: Json | undefined, steps: readonly Step[]): Json | undefined {
  return steps.reduce<Json | undefined>((at, step) => {
    if (Array.isArray(at)) return at[Number(step)];
    return isJsonObject(at) ? at[step] : undefined;
  }, value);
}

/** A copy with `replacement` at `steps`, or with nothing there when `replacement` is undefined. */
export function replaceAt(value: Json, steps: readonly Step[], replacement: Json | undefined): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return replacement ?? null;
  const replaceChild = (child: Json) => (rest.length === 0 ? replacement : replaceAt(child, rest, replacement));
  if (Array.isArray(value)) {
    return value.flatMap((child: Json, index) => {
      const kept = index === step ? replaceChild(child) : child;
      return kept === undefined ? [] : [kept];
    });
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(
    ([key, child]) => [key, key === step ? replaceChild(child) : child] as const,
  );
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** Every place below the root, parents before children. */
export function placesIn(value: Json, steps: readonly Step[] = []): (readonly Step[])[] {
  return childrenOf(value).flatMap(([step, child]) => {
    const place = [...steps, step];
    return [place, ...placesIn(child, place)];
  });
}

export function scalarsIn(value: Json, steps: readonly Step[] = []): { steps: readonly Step[]; value: Json }[] {
  const children = childrenOf(value);
  if (children.length === 0) return isScalar(value) ? [{ steps, value }] : [];
  return children.flatMap(([step, child]) => scalarsIn(child, [...steps, step]));
}

/** Equal values give equal text, whatever the order of keys. */
export function canonical(value: Json | undefined): string {
  return JSON.stringify(value, (_key, part: Json) =>
    isJsonObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
