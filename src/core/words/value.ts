import type { Json } from '../model/json.ts';

/** A value as JSON; a long one is cut and says how long it is. */
export function valueWords(value: Json | undefined, most: number): string {
  if (value === undefined) return '(absent)';
  const text = JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
}
