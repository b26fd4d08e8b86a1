import { isList, isObject, type Json } from '../../model/json.ts';
import { child, type Pointer } from '../../model/pointer.ts';

/** A literal of the log that stands in Git too: where to look first. */
export interface LocatedLiteral {
  readonly literal: string;
  /** Where it stands, e.g. `helm values` or `Deployment/checkout`. */
  readonly document: string;
  readonly path: Pointer;
}

const LITERALS =
  /https?:\/\/[^\s"'<>)]+|"([^"\s]{6,200})"|'([^'\s]{6,200})'|(?<=[\s=:])\/[\w./-]{6,200}|\b[A-Z][A-Z0-9]*_[A-Z0-9_]{3,}\b/g;
/** The lines before the fatal one name what it failed on. */
const LINES = 5;
/** Of a line its end: what failed stands there. */
const LINE_LENGTH = 4000;
/** Each is looked for in all of Git's documents. */
const MOST_LITERALS = 100;
const MAX_DEPTH = 60;

/** Searches the last lines' URLs, quoted words, paths and variable names in what Git holds, longest first. */
export function locateLiterals(
  lines: readonly string[] | undefined,
  documents: readonly { readonly name: string; readonly content: Json }[],
): LocatedLiteral | undefined {
  const literals = (lines ?? [])
    .slice(-LINES)
    .flatMap((line) =>
      [...line.slice(-LINE_LENGTH).matchAll(LITERALS)].map(([whole, double, single]) => double ?? single ?? whole),
    )
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_LITERALS);
  for (const literal of literals) {
    for (const { name, content } of documents) {
      const path = find(content, literal, '', 0);
      if (path !== undefined) return { literal, document: name, path };
    }
  }
  return undefined;
}

function find(value: Json, literal: string, path: Pointer, depth: number): Pointer | undefined {
  if (typeof value === 'string') return value.includes(literal) ? path : undefined;
  if (depth > MAX_DEPTH) return undefined;
  const entries: readonly (readonly [string | number, Json])[] = isList(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  for (const [key, inner] of entries) {
    const found = find(inner, literal, child(path, key), depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
