import { describe, expect, it } from 'vitest';
import { fixLine, fixParts } from '../../../../../src/slack/render/answers/fix.ts';
import { compose } from '../../../../../src/slack/render/kit/compose.ts';
import { section } from '../../../../../src/slack/render/kit/part.ts';
import { textsIn } from '../../../../support/rendered.ts';
import { aFix } from '../../../../support/story-memory.ts';

const texts = (...parts: Parameters<typeof compose>[1]) => textsIn(compose('x', parts).blocks);

describe('a fix', () => {
  it('is its words, its proof, its sentence and the lines to paste', () => {
    const fix = aFix('pin-in-git', {
      detail: 'state it in Git:\nspec:\n  a: 1',
      paths: ['/spec/a'],
      closes: { closed: 1, of: 1 },
    });
    expect(texts(...fixParts(fix, { position: 1 }))).toEqual([
      '*Fix 1: pin 1 field in Git* (closes 1 of 1)\nstate it in Git',
      'spec:\n  a: 1',
    ]);
  });

  it('says its sentence once, and claims no proof that it lacks', () => {
    const fix = aFix('fix-manifest', { detail: 'name a StorageClass that the cluster has' });
    expect(texts(...fixParts(fix))).toEqual(['*Fix: name a StorageClass that the cluster has*']);
  });

  it('says what it hides, also where it is only mentioned', () => {
    const fix = aFix('server-side-diff', { hides: 'what mutating webhooks change' });
    expect(texts(section(fixLine(fix, 2)))).toEqual([
      '*Fix 2: compare on the server side*\nhides what mutating webhooks change',
    ]);
  });

  it('cuts a long snippet between lines and counts the rest', () => {
    const rows = Array.from({ length: 100 }, (_, index) => `  key${index}: value of some length`);
    const [, snippet = ''] = texts(...fixParts(aFix('pin-in-git', { detail: ['pin:', ...rows].join('\n') })));
    const kept = snippet.split('\n').slice(0, -1);
    expect(kept).toEqual(rows.slice(0, kept.length));
    expect(snippet.endsWith(`# … ${100 - kept.length} more lines`)).toBe(true);
  });
});
