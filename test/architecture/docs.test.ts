import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settings } from '../../scripts/configuration-page.ts';
import { GENERATED } from '../../scripts/generated-files.ts';

describe('what npm run docs writes', () => {
  it.each(Object.entries(GENERATED))('%s is up to date', (path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text());
  });

  it('describes every setting', () => {
    expect(settings().length).toBeGreaterThan(40);
    expect(settings().filter(({ description }) => description === '')).toEqual([]);
  });
});
