import { isObject, type Json, type Manifest, objectAt, stringAt } from '../../../src/core/model/json.ts';
import { LAST_APPLIED } from '../annotations.ts';
import { withData } from './normalize.ts';

/*
 * Argo CD's plus-masking: per key, every distinct value among the documents of one Secret gets a length of its own
 * (8, 12, 16 …), equal values get equal lengths. See docs/facts.md#masked-secrets.
 */
export function maskSecrets(documents: readonly (Manifest | null)[]): readonly (Manifest | null)[] {
  const lengths = new Map<string, Map<string, number>>();
  const masked = (key: string, value: Json): Json => {
    const known = lengths.get(key) ?? new Map<string, number>();
    lengths.set(key, known);
    const text = JSON.stringify(value);
    const length = known.get(text) ?? 8 + 4 * known.size;
    known.set(text, length);
    return '+'.repeat(length);
  };
  return documents.map((document) => (document === null ? null : maskOne(document, masked)));
}

type Mask = (key: string, value: Json) => Json;

function maskOne(document: Manifest, masked: Mask): Manifest {
  const result = maskData(document, masked);
  const applied = stringAt(document, 'metadata', 'annotations', LAST_APPLIED);
  if (applied === undefined) return result;
  const metadata = objectAt(result, 'metadata');
  return {
    ...result,
    metadata: {
      ...metadata,
      annotations: { ...objectAt(metadata, 'annotations'), [LAST_APPLIED]: maskedText(applied, masked) },
    },
  };
}

function maskedText(text: string, masked: Mask): string {
  try {
    const parsed = JSON.parse(text) as Json;
    return isObject(parsed) ? JSON.stringify(maskData(parsed, masked)) : text;
  } catch {
    return text;
  }
}

function maskData(secret: Manifest, masked: Mask): Manifest {
  const document = withData(secret);
  if (!isObject(document.data)) return document;
  return {
    ...document,
    data: Object.fromEntries(Object.entries(document.data).map(([key, value]) => [key, masked(key, value)])),
  };
}
