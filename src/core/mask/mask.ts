import { LAST_APPLIED } from '../kubernetes/object-metadata.ts';
import { defined } from '../model/defined.ts';
import { isEqual } from '../model/equal.ts';
import { at, isList, isObject, type Json, type JsonObject, type Manifest, stringAt } from '../model/json.ts';
import { mayHoldSecret, PIECE, type Span, searchSecrets } from './find-secrets.ts';

/** Argo CD masks core Secrets by plus signs, longer for each distinct value (facts: HideSecretData). */
const MASKED = /^(\+{8,}|‹masked \d+›)$/;
/** What is nested deeper is replaced as a whole: no real manifest goes there, and nothing may hide there. */
const MAX_DEPTH = 150;

const SECRET_KEY =
  /(^|[-_.\s]|[a-z0-9])(pass(word|wd|phrase)?|pwd|token|api[-_]?key|apikey|access[-_]?key([-_]?id)?|secret([-_]?access)?([-_]?key)?|private[-_]?key|client[-_]?secret|credentials?|auth[-_]?key|signing[-_]?key|encryption[-_]?key|connection[-_]?string|dsn|htpasswd|dockerconfigjson|service[-_]?account[-_]?json)$/i;
/** Keys that name or point to a secret rather than hold one. */
const REFERENCE_KEY =
  /^(secretKey|secretName|tokenSecret|secretRef|secretStore.*|existingSecret.*|.*SecretName|.*SecretRef|keyName)$/;

/**
 * Hides secrets and keeps equality: the same value always gets the same mask, different values different ones, so
 * that a comparison of masked objects says exactly what a comparison of the plain ones would. One Masker serves one
 * observation; masks say nothing across observations.
 */
export interface Masker {
  manifest(manifest: Manifest): Manifest;
  /** For condition messages, log lines, events and diffs printed as text. */
  text(text: string): string;
  /**
   * Looks for secrets in the large texts of a value, in steps that are short whatever stands there. What was looked through
   * costs `manifest` and `text` nothing more; they say the same without it.
   */
  prepare(value: unknown): Generator<void, void>;
}

/** Texts of this length and more are looked through once for each observation: its states mostly share them. */
export const LARGE_TEXT = PIECE;

export function makeMasker(): Masker {
  const masks = new Map<string, string>();
  const largeTexts = new Map<string, readonly Span[]>();

  function mask(secret: string): string {
    if (secret === '' || MASKED.test(secret)) return secret;
    const known = masks.get(secret);
    if (known !== undefined) return known;
    const fresh = `‹masked ${masks.size + 1}›`;
    masks.set(secret, fresh);
    return fresh;
  }

  function text(value: string): string {
    if (value.length >= LARGE_TEXT) return hideSpans(value, largeTexts.get(value) ?? remembered(value));
    return mayHoldSecret(value) ? hideSpans(value, spansIn(value)) : value;
  }

  function remembered(large: string): readonly Span[] {
    const spans = spansIn(large);
    largeTexts.set(large, spans);
    return spans;
  }

  function hideSpans(value: string, spans: readonly Span[]): string {
    if (spans.length === 0) return value;
    const parts: string[] = [];
    let shown = 0;
    for (const { start, end } of spans) {
      parts.push(value.slice(shown, start), mask(value.slice(start, end)));
      shown = end;
    }
    return [...parts, value.slice(shown)].join('');
  }

  function* prepare(value: unknown): Generator<void, void> {
    for (const large of largeTextsIn(value)) {
      if (largeTexts.has(large)) continue;
      const search = searchSecrets(large);
      while (!search.isDone) {
        search.advance();
        yield;
      }
      largeTexts.set(large, search.spans());
    }
  }

  /** `hidden`: the key says that the value is a secret. */
  function json(value: Json, hidden: boolean, depth: number): Json {
    if (typeof value === 'string') return hidden ? mask(value) : text(value);
    if (value === null || typeof value !== 'object') return value;
    if (depth > MAX_DEPTH) return '‹nested too deep to show›';
    return isList(value) ? list(value, hidden, depth) : object(value, depth);
  }

  /* Where nothing is hidden the value itself is returned: copies of large manifests are what a scan's memory is made of. */

  function list(value: readonly Json[], hidden: boolean, depth: number): Json {
    let copy: Json[] | undefined;
    for (const [index, item] of value.entries()) {
      const masked = json(item, hidden, depth + 1);
      if (masked === item) continue;
      copy ??= [...value];
      copy[index] = masked;
    }
    return copy ?? value;
  }

  function object(value: JsonObject, depth: number): Json {
    const named = stringAt(value, 'name');
    let copy: Record<string, Json> | undefined;
    for (const key of Object.keys(value)) {
      const item = value[key] ?? null;
      const isSecret =
        typeof item === 'string' &&
        (isSecretKey(key) || (key === 'value' && named !== undefined && isSecretKey(named)));
      const masked = json(item, isSecret, depth + 1);
      if (masked === item) continue;
      copy ??= { ...value };
      copy[key] = masked;
    }
    return copy ?? value;
  }

  /** The API server folds `stringData` into `data`, and so does Argo CD before it compares. */
  function secretData({ data, stringData, ...rest }: JsonObject): JsonObject {
    if (!isObject(data) && !isObject(stringData)) return { ...rest, ...defined({ data }) };
    const folded = [
      ...Object.entries(isObject(data) ? data : {}),
      ...Object.entries(isObject(stringData) ? stringData : {}).map(([key, value]) => [key, encoded(value)] as const),
    ];
    return {
      ...rest,
      data: Object.fromEntries(folded.map(([key, value]) => [key, typeof value === 'string' ? mask(value) : value])),
    };
  }

  function manifest(value: Manifest): Manifest {
    const masked = isCoreSecret(value) ? secretData(value) : value;
    const { metadata, ...rest } = masked;
    const hidden = json(rest, false, 0);
    if (!isObject(hidden)) return {};
    if (!Object.hasOwn(masked, 'metadata')) return hidden;
    return { ...hidden, metadata: maskMetadata(metadata ?? null) };
  }

  /** managedFields hold keys, no values; last-applied holds a whole manifest as text. */
  function maskMetadata(metadata: Json): Json {
    if (!isObject(metadata)) return metadata;
    const { managedFields, ...rest } = metadata;
    const hidden = json(rest, false, 1);
    const lastApplied = at(metadata, 'annotations', LAST_APPLIED);
    if (!isObject(hidden)) return {};
    return {
      ...hidden,
      ...defined({ managedFields }),
      ...(typeof lastApplied === 'string'
        ? {
            annotations: {
              ...(isObject(hidden.annotations) ? hidden.annotations : {}),
              [LAST_APPLIED]: maskLastApplied(lastApplied),
            },
          }
        : {}),
    };
  }

  function maskLastApplied(annotation: string): string {
    try {
      const applied = JSON.parse(annotation) as Json;
      return isObject(applied) ? JSON.stringify(manifest(applied)) : '';
    } catch {
      return '';
    }
  }

  return { manifest, text, prepare };
}

function spansIn(text: string): readonly Span[] {
  const search = searchSecrets(text);
  while (!search.isDone) search.advance();
  return search.spans();
}

function largeTextsIn(value: unknown, depth = 0, found: string[] = []): readonly string[] {
  if (typeof value === 'string') {
    if (value.length >= LARGE_TEXT) found.push(value);
  } else if (typeof value === 'object' && value !== null && depth <= MAX_DEPTH) {
    for (const item of Object.values(value)) largeTextsIn(item, depth + 1, found);
  }
  return found;
}

function encoded(value: Json): Json {
  if (typeof value !== 'string' || MASKED.test(value)) return value;
  return Buffer.from(value, 'utf8').toString('base64');
}

function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key) && !REFERENCE_KEY.test(key);
}

function isCoreSecret(manifest: Manifest): boolean {
  return manifest.kind === 'Secret' && (manifest.apiVersion === 'v1' || manifest.apiVersion === undefined);
}

/** Plans are stored and shown: a patch that holds what looks like a secret is not planned. */
export function looksSecret(patch: JsonObject): boolean {
  return holdsMask(patch) || !isEqual(makeMasker().manifest(patch), patch);
}

const MASK = /‹masked \d+›|^\+{8,}$/;

/** It came from a masked observation: written to a cluster, the mask would be the value. */
function holdsMask(value: Json): boolean {
  if (typeof value === 'string') return MASK.test(value);
  if (Array.isArray(value)) return value.some(holdsMask);
  return isObject(value) && Object.values(value).some(holdsMask);
}

/** For what is only hashed: each observation numbers its masks from 1, so digests of masked objects say nothing. */
export const noMask: Masker = {
  manifest: (manifest) => manifest,
  text: (text) => text,
  *prepare() {
    // nothing is looked for
  },
};
