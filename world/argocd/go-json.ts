import { isList, isObject, type Json } from '../../src/core/model/json.ts';

/** JSON as Go's encoding/json writes it: map keys sorted, `<`, `>` and `&` escaped. Argo CD compares these bytes. */
export function goJson(value: Json): string {
  return escapeHtml(JSON.stringify(sorted(value)));
}

function sorted(value: Json): Json {
  if (isList(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [key, sorted(value[key] ?? null)]),
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '\\u0026').replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
}
