import { parse, parseAllDocuments } from 'yaml';
import { at, isObject, type Json, type Manifest, stringAt } from '../../src/core/model/json.ts';

/** The render failed: becomes a ComparisonError condition, as the repo server words it. */
export class RenderError extends Error {
  readonly code: 'Unknown' | 'FailedPrecondition';

  constructor(message: string, code: RenderError['code'] = 'Unknown') {
    super(message);
    this.code = code;
  }
}

function unmarshalError(name: string, problem: string): RenderError {
  return new RenderError(`Failed to unmarshal "${name.split('/').at(-1)}": ${problem}`, 'FailedPrecondition');
}

export interface RenderContext {
  readonly now: Date;
  /** Hexadecimal digits for `render-hash`. */
  readonly hash: () => string;
}

/*
 * Sources are plain YAML with a Helm values file beside it. Line comments stand in for what a chart does:
 *   key: old   # plumbline-demo: render-time          a new time at each render
 *   key: old   # plumbline-demo: render-hash          a new hash at each render
 *   key: old   # plumbline-demo: values a.b           the value from values.yaml
 *   # plumbline-demo: when a.b                        the document is rendered if the value is set and not false
 */
const LINE =
  /^(\s*(?:- )?(?:"[^"]*"|[^\s:#][^:#]*):)\s+(?:.*?\s)?#\s*plumbline-demo:\s*(render-time|render-hash|values)(?:\s+(\S+))?\s*$/;
const WHEN = /^#\s*plumbline-demo:\s*when\s+(\S+)\s*$/m;

/** Files in the order of their names; the same files give the same manifests but for the stamps. */
export function renderFiles(
  files: readonly (readonly [name: string, text: string])[],
  path: string,
  context: RenderContext,
): readonly Manifest[] {
  if (files.length === 0) throw new RenderError(`${path}: app path does not exist`);
  const values = readValues(files);
  return files
    .filter(([name]) => /\.ya?ml$/.test(name) && !isValuesFile(name))
    .flatMap(([name, text]) => renderFile(name, text, values, context));
}

function renderFile(name: string, text: string, values: Json, context: RenderContext): readonly Manifest[] {
  const filled = text
    .split('\n')
    .map((line) => filledLine(line, values, context))
    .join('\n');
  return filled.split(/^---\s*$/m).flatMap((document) => {
    const condition = WHEN.exec(document)?.[1];
    if (condition !== undefined && !isSet(at(values, ...condition.split('.')))) return [];
    return parsedOnce(name, document).flatMap((value) => manifestsOf(name, value));
  });
}

/** Reading YAML is most of a render, and the same few hundred texts are read again by every refresh and every world. */
const parsed = new Map<string, readonly Json[]>();
const KEPT_TEXTS = 4000;

export type ParsedTexts = readonly (readonly [text: string, documents: readonly Json[]])[];

/** What was read so far, for a process that comes later. */
export const parsedTexts = (): ParsedTexts => [...parsed];

export function rememberParsed(texts: ParsedTexts): void {
  for (const [text, documents] of texts) parsed.set(text, documents);
}

function parsedOnce(name: string, document: string): readonly Json[] {
  const known = parsed.get(document);
  if (known) return known;
  const values = parseAllDocuments(document).map((each) => {
    const [problem] = each.errors;
    if (problem) throw unmarshalError(name, problem.message);
    return (each.toJS() as Json | undefined) ?? null;
  });
  if (parsed.size >= KEPT_TEXTS) parsed.clear();
  parsed.set(document, values);
  return values;
}

function manifestsOf(name: string, value: Json): readonly Manifest[] {
  if (value === null) return [];
  if (!isObject(value) || stringAt(value, 'kind') === undefined || stringAt(value, 'apiVersion') === undefined) {
    throw unmarshalError(name, "Object 'Kind' is missing");
  }
  return [value];
}

function filledLine(line: string, values: Json, { now, hash }: RenderContext): string {
  const [, key, directive, path = ''] = LINE.exec(line) ?? [];
  if (key === undefined) return line;
  if (directive === 'render-time') return `${key} ${JSON.stringify(stamp(now))}`;
  if (directive === 'render-hash') return `${key} ${JSON.stringify(hash())}`;
  const value = at(values, ...path.split('.'));
  return `${key} ${JSON.stringify(isObject(value) || Array.isArray(value) ? JSON.stringify(value) : (value ?? ''))}`;
}

/** `2026-04-04 UTC 21:31:24`, as the Infisical chart writes it. */
function stamp(now: Date): string {
  const [date = '', time = ''] = now.toISOString().split('T');
  return `${date} UTC ${time.slice(0, 8)}`;
}

function readValues(files: readonly (readonly [string, string])[]): Json {
  const text = files.find(([name]) => isValuesFile(name))?.[1];
  if (text === undefined) return {};
  try {
    return (parse(text) as Json | undefined) ?? {};
  } catch (error) {
    throw new RenderError(
      `Failed to unmarshal "values.yaml": ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function isValuesFile(name: string): boolean {
  return name.split('/').at(-1) === 'values.yaml';
}

function isSet(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== false;
}
