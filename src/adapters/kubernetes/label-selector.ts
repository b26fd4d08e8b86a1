import { matchesAll } from '../../core/kubernetes/label-selector.ts';
import { isObject, type Json, type JsonObject, listAt, objectAt, stringAt } from '../../core/model/json.ts';

/** A plain map of labels, as Services have it. An empty one selects nothing. */
export function selectsByMap(map: Json | undefined, labels: JsonObject): boolean {
  return isObject(map) && Object.keys(map).length > 0 && matchesAll(map, labels);
}

/** As a query parameter; undefined where it selects nothing or everything. */
export function selectorQuery(selector: Json | undefined): string | undefined {
  if (!isObject(selector)) return undefined;
  const terms = [
    ...Object.entries(objectAt(selector, 'matchLabels')).map(([key, value]) => `${key}=${String(value)}`),
    ...listAt(selector, 'matchExpressions').map(expressionQuery),
  ];
  return terms.length === 0 ? undefined : terms.join(',');
}

function expressionQuery(expression: Json): string {
  const key = stringAt(expression, 'key') ?? '';
  const values = listAt(expression, 'values').map(String).join(',');
  switch (stringAt(expression, 'operator')) {
    case 'In':
      return `${key} in (${values})`;
    case 'NotIn':
      return `${key} notin (${values})`;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return key;
  }
}
