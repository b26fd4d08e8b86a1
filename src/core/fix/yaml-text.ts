import { stringify } from 'yaml';
import type { Json } from '../model/json.ts';

/**
 * Block-style YAML of plain data, for snippets people paste: no line is folded, nothing becomes an anchor. A string that
 * YAML 1.1 or 1.2 takes for something else (`yes`, `0o7`, a date) is quoted, because Go's parsers speak a mixture of both.
 */
export function yamlText(value: Json): string {
  return stringify(value, {
    compat: 'yaml-1.1',
    lineWidth: 0,
    blockQuote: false,
    aliasDuplicateObjects: false,
  }).trimEnd();
}
