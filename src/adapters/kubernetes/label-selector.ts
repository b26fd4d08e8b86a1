import { isObject, type Json, type JsonObject, listAt, objectAt, stringAt } from '../../core/model/json.ts';

/** A `LabelSelector` of apimachinery. `{}` selects everything, an absent one nothing. */
export function selects(selector: Json | undefined, labels: JsonObject): boolean {
  if (!isObject(selector)) return false;
  return (
    matchesAll(objectAt(selector, 'matchLabels'), labels) &&
    listAt(selector, 'matchExpressions').every((expression) => matchesExpression(expression, labels))
  );
}

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

function matchesAll(wanted: JsonObject, labels: JsonObject): boolean {
  return Object.entries(wanted).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
}

function matchesExpression(expression: Json, labels: JsonObject): boolean {
  const key = stringAt(expression, 'key') ?? '';
  const has = Object.hasOwn(labels, key);
  const isAmong = has && listAt(expression, 'values').some((value) => value === labels[key]);
  switch (stringAt(expression, 'operator')) {
    case 'In':
      return isAmong;
    case 'NotIn':
      return !isAmong;
    case 'Exists':
      return has;
    case 'DoesNotExist':
      return !has;
    default:
      return false;
  }
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
