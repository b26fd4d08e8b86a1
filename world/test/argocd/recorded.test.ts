import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Json, listAt, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import { readAppSpec } from '../../argocd/app-spec.ts';
import { compareResource } from '../../argocd/compare/compare-resource.ts';
import { goJson } from '../../argocd/go-json.ts';

/* What the real Argo CD made of the same target and live objects, byte by byte. */

interface Recorded {
  readonly version: string;
  readonly item: Json;
}

const recorded: readonly Recorded[] = ['3.2', '3.5'].flatMap((version) => {
  const text = readFileSync(
    new URL(`../../../test/fixtures/argocd/${version}/managed-resources.json`, import.meta.url),
    'utf8',
  );
  return listAt(JSON.parse(text) as Json, 'items').map((item) => ({ version, item }));
});

const read = (item: Json, field: string): string => stringAt(item, field) ?? '';

describe('the comparison', () => {
  it.each(recorded.map((entry) => [entry.version, read(entry.item, 'kind'), entry.item] as const))(
    'of %s agrees on the %s',
    (_, kind, item) => {
      const verdict = compareResource({
        key: { group: read(item, 'group'), kind, namespace: read(item, 'namespace'), name: read(item, 'name') },
        target: JSON.parse(read(item, 'targetState')) as Manifest | null,
        live: JSON.parse(read(item, 'liveState')) as Manifest | null,
        app: readAppSpec({}),
        schema: undefined,
        dryRun: (manifest) => manifest,
      });
      expect(goJson(verdict.normalizedLive ?? null)).toBe(read(item, 'normalizedLiveState'));
      expect(goJson(verdict.predicted ?? null)).toBe(read(item, 'predictedLiveState'));
      expect(verdict.modified).toBe((item as { modified?: boolean }).modified === true);
    },
  );
});
