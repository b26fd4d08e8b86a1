import { isObject, type Json, type JsonObject, listAt, objectAt, stringAt } from '../model/json.ts';

/** A `LabelSelector` of apimachinery. `{}` selects everything, an absent one nothing. */
export function selects(selector: Json | undefined, labels: JsonObject): boolean {
  if (!isObject(selector)) return false;
  return (
    matchesAll(objectAt(selector, 'matchLabels'), labels) &&
    listAt(selector, 'matchExpressions').every((expression) => matchesExpression(expression, labels))
  );
}

/** Every wanted label is there with that value. */
export function matchesAll(wanted: JsonObject, labels: JsonObject): boolean {
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
