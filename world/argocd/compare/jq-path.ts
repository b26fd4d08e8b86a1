import { isEqual } from '../../../src/core/model/equal.ts';
import { isList, isObject, type Json } from '../../../src/core/model/json.ts';
import { child, type Pointer, resolve } from '../../../src/core/model/pointer.ts';

/*
 * The part of jq that ignore rules use: paths, iteration and `select(.a.b == "x")`. Anything else matches nothing, which
 * is also what Argo CD makes of a broken expression: it only logs it.
 */

type Step =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'each' }
  | { readonly kind: 'select'; readonly path: readonly Step[]; readonly value: Json };

/** Where the expression points in the document, in document order. */
export function matchedPointers(expression: string, document: Json): readonly Pointer[] {
  const steps = parse(expression);
  return steps === undefined ? [] : walk(steps, document, ['']);
}

function walk(steps: readonly Step[], document: Json, from: readonly Pointer[]): readonly Pointer[] {
  return steps.reduce<readonly Pointer[]>(
    (places, step) => places.flatMap((place) => next(step, document, place)),
    from,
  );
}

function next(step: Step, document: Json, place: Pointer): readonly Pointer[] {
  const value = resolve(document, place);
  if (step.kind === 'each') {
    if (isList(value)) return value.map((_, index) => child(place, index));
    return isObject(value) ? Object.keys(value).map((key) => child(place, key)) : [];
  }
  if (step.kind === 'key') {
    const inner = child(place, step.key);
    return resolve(document, inner) === undefined ? [] : [inner];
  }
  const found = walk(step.path, document, [place]).map((pointer) => resolve(document, pointer));
  return found.some((candidate) => isEqual(candidate, step.value)) ? [place] : [];
}

const TOKEN = /^\s*(?:\.?\["([^"]+)"\]|\.?\[(\d+)\]|\.?\[\]|\."([^"]+)"|\.([A-Za-z_][\w-]*)|\.(?=\s*(?:\||$)))\??/;
const SELECT = /^\s*select\((.+?)\s*==\s*("(?:[^"\\]|\\.)*"|-?\d+|true|false|null)\s*\)/;

function parse(expression: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let rest = expression.trim();
  while (rest !== '') {
    if (rest.startsWith('|')) {
      rest = rest.slice(1).trimStart();
      continue;
    }
    const select = SELECT.exec(rest);
    if (select) {
      const path = parse(select[1] ?? '');
      if (!path) return undefined;
      steps.push({ kind: 'select', path, value: JSON.parse(select[2] ?? 'null') as Json });
      rest = rest.slice(select[0].length).trimStart();
      continue;
    }
    const token = TOKEN.exec(rest);
    if (!token) return undefined;
    const key = token[1] ?? token[2] ?? token[3] ?? token[4];
    if (key !== undefined) steps.push({ kind: 'key', key });
    else if (token[0].includes('[]')) steps.push({ kind: 'each' });
    rest = rest.slice(token[0].length).trimStart();
  }
  return steps;
}
