import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { driftClassesPage } from '../../scripts/drift-classes-page.ts';

it('docs/drift-classes.md is what the catalogue and the rules say (npm run docs writes it)', () => {
  expect(readFileSync('docs/drift-classes.md', 'utf8')).toBe(driftClassesPage());
});
