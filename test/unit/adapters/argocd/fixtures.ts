import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const RELEASES = ['3.2', '3.5'] as const;
export type Release = (typeof RELEASES)[number];

/** Recorded answers of a real server; test/fixtures/argocd has their provenance. */
export function recorded(release: Release, name: string): unknown {
  const file = join(import.meta.dirname, '../../../fixtures/argocd', release, `${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
