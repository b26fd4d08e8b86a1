import { describe, expect, it } from 'vitest';
import { renderDiagnosis } from '../../../../../src/slack/render/answers/diagnosis.ts';
import { expectAccepted, expectGolden, textsIn } from '../../../../support/rendered.ts';
import {
  argoRollouts,
  checkout,
  gitea,
  gpuOperator,
  NOW,
  paperclip,
  tektonExtras,
  vaultwarden,
} from '../../../../support/story-memory.ts';

describe('the diagnosis', () => {
  it.each([
    ['diagnosis-hidden-crash', argoRollouts],
    ['diagnosis-several', gitea],
    ['diagnosis-defaults', paperclip],
    ['diagnosis-manual-change', checkout],
    ['diagnosis-residual', tektonExtras],
    ['diagnosis-many-fields', gpuOperator],
    ['diagnosis-nothing', vaultwarden],
  ])('%s', async (name, record) => {
    await expectGolden(name, renderDiagnosis({ record, facts: 'live', now: NOW }));
  });

  it.each([
    ['live', /live, 41 s ago/],
    ['looking', /as of 41 s ago; looking again now/],
    ['last-look', /as of 41 s ago/],
    [
      { notLive: 'Argo CD took longer than 5 s' },
      /No live answer: Argo CD took longer than 5 s\. This is what was seen 41 s ago/,
    ],
  ] as const)('says how old its facts are: %j', (facts, words) => {
    expect(textsIn(renderDiagnosis({ record: gitea, facts, now: NOW }).blocks).join('\n')).toMatch(words);
  });

  it('says first that the last look failed, or that the verdict stands still', () => {
    const rendered = renderDiagnosis({
      record: {
        ...gitea,
        notObserved: 'deadline',
        frozen: { reason: 'skip-reconcile', says: 'skip-reconcile is set' },
      },
      facts: 'last-look',
      now: NOW,
    });
    expectAccepted(rendered);
    expect(textsIn(rendered.blocks).slice(2, 4)).toEqual([
      '⚠ Couldn’t check: deadline. What follows may be from an earlier look.',
      '⚠ Argo CD’s verdict stands still: skip-reconcile is set',
    ]);
  });
});
