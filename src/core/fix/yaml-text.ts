import { isList, isObject, type Json } from '../model/json.ts';

const PLAIN = /^[A-Za-z_][\w./ -]*$/;
const RESERVED = /^(true|false|yes|no|on|off|null|~|y|n)$/i;

/** Block-style YAML of plain data, for snippets people paste. Every string that YAML could misread is quoted. */
export function yamlText(value: Json, indent = 0): string {
  const pad = ' '.repeat(indent);
  if (isList(value)) {
    if (value.length === 0) return '[]';
    return value.map((item) => `${pad}- ${nested(item, indent + 2).trimStart()}`).join('\n');
  }
  if (isObject(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    return entries
      .map(([key, item]) => `${pad}${scalar(key)}:${isScalarOrEmpty(item) ? ' ' : '\n'}${nested(item, indent + 2)}`)
      .join('\n');
  }
  return scalar(value);
}

function nested(value: Json, indent: number): string {
  return isScalarOrEmpty(value) ? yamlText(value) : yamlText(value, indent);
}

function isScalarOrEmpty(value: Json): boolean {
  if (isList(value)) return value.length === 0;
  return !isObject(value) || Object.keys(value).length === 0;
}

function scalar(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const isPlain = PLAIN.test(value) && !RESERVED.test(value) && !/[\s-]$/.test(value);
  return isPlain ? value : JSON.stringify(value);
}
