import { at, isList, isObject, type Json } from '../../../src/core/model/json.ts';

const STEP =
  /\.([A-Za-z0-9_$-]+(?:\\\.[A-Za-z0-9_$/-]+)*)|\[(\d+|\*)\]|\['([^']+)'\]|\[\?\(@\.([\w.]+)\s*==\s*["']([^"']*)["']\)\]/y;

/** The first value at a printer column's path: `.a.b`, `.a[0]`, `.c[?(@.type=="Ready")].status`. */
export function readJsonPath(value: Json, path: string): Json | undefined {
  let found: readonly Json[] = [value];
  STEP.lastIndex = 0;
  const text = path.startsWith('.') || path.startsWith('[') ? path : `.${path}`;
  while (STEP.lastIndex < text.length) {
    const step = STEP.exec(text);
    if (!step) return undefined;
    const [, key, index, quoted, field, wanted] = step;
    found = found.flatMap((item): readonly Json[] => {
      if (field !== undefined) return elements(item).filter((each) => String(at(each, ...field.split('.'))) === wanted);
      if (index !== undefined)
        return index === '*' ? elements(item) : elements(item).slice(Number(index), Number(index) + 1);
      const inner = at(item, (key ?? quoted ?? '').replaceAll('\\.', '.'));
      return inner === undefined ? [] : [inner];
    });
  }
  return found[0];
}

function elements(value: Json): readonly Json[] {
  if (isList(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}
