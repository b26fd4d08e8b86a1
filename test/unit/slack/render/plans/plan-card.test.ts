import { describe, expect, it } from 'vitest';
import type { ApprovalEvent } from '../../../../../src/core/remedy/approval/approval.ts';
import type { PlanCard } from '../../../../../src/core/remedy/approval/plan-card.ts';
import type { RunEvent } from '../../../../../src/core/remedy/run/run-event.ts';
import { renderMessage } from '../../../../../src/slack/render/channel/message.ts';
import { aCard, adoption, approvedBy, asked, at, leftovers, runOf, scripts } from '../../../../support/plan-cards.ts';
import { expectGolden, MENTIONS, textsIn } from '../../../../support/rendered.ts';

const approvedTwice: readonly ApprovalEvent[] = [
  asked,
  approvedBy('U0GRACE', leftovers),
  approvedBy('U0LINUS', leftovers, 12),
];
const running: readonly ApprovalEvent[] = [...approvedTwice, { type: 'start', at: at(20), runId: leftovers.id }];
const over = (result: 'verified' | 'failed'): readonly ApprovalEvent[] => [
  ...running,
  { type: 'end', at: at(30), result },
];
const bundle = {
  restorableUntil: at(7 * 24 * 60),
  bundleCommand: 'kubectl -n plumbline get secret -l plumbline.dev/bundle=plan-infisical -o json | plumbline restore -',
};
const sick: RunEvent = {
  type: 'health-watched',
  at: at(22),
  step: 3,
  because: 'infisical is Degraded since the last step',
};
const failing: readonly RunEvent[] = [...runOf(leftovers, 4).slice(0, -1), sick];
const glass: ApprovalEvent = {
  type: 'break-glass',
  by: 'U0LINUS',
  role: 'break-glass',
  at: at(15),
  planHash: leftovers.hash,
  reason: 'the webhook blocks every deploy',
  incident: 'https://incidents.example.com/42',
};

const CARDS: Readonly<Record<string, PlanCard>> = {
  requested: aCard(leftovers, { approval: [asked, approvedBy('U0GRACE', leftovers)] }, { hasBreakGlass: true }),
  'requested-tier-1': aCard(adoption),
  approved: aCard(leftovers, { approval: approvedTwice }),
  running: aCard(leftovers, { approval: running, run: runOf(leftovers, 3) }, { bundleCommand: bundle.bundleCommand }),
  verified: aCard(leftovers, { approval: over('verified'), run: runOf(leftovers, 11) }, bundle),
  'verified-for-good': aCard(leftovers, { approval: over('verified'), run: runOf(leftovers, 11) }),
  failed: aCard(leftovers, { approval: over('failed'), run: failing }, bundle),
  restored: aCard(leftovers, {
    approval: [...over('failed'), { type: 'restore', at: at(40) }],
    run: [
      ...failing,
      { type: 'restore-asked', at: at(35), by: 'U0ADA', role: 'platform-operator' },
      { type: 'undo-guarded', at: at(36), step: 3, answer: 'match' },
      { type: 'undone', at: at(36), step: 3 },
      { type: 'undo-guarded', at: at(36), step: 2, answer: 'changed' },
      { type: 'undo-guarded', at: at(36), step: 1, answer: 'already' },
      { type: 'undo-guarded', at: at(36), step: 0, answer: 'match' },
      { type: 'undone', at: at(36), step: 0 },
    ],
  }),
  denied: aCard(scripts, {
    approval: [asked, { type: 'deny', by: 'U0GRACE', role: 'platform-operator', at: at(9), planHash: scripts.hash }],
  }),
  expired: aCard(scripts, { approval: [asked, { type: 'expire', at: at(24 * 60 + 1) }] }),
  cancelled: aCard(scripts, { approval: [asked, { type: 'cancel', by: 'U0ADA', role: '', at: at(9) }] }),
  superseded: aCard(scripts, {
    approval: [
      asked,
      approvedBy('U0GRACE', scripts),
      { type: 'supersede', at: at(11), because: 'ConfigMap/mongodb-common-scripts was changed since' },
    ],
  }),
  'break-glass': aCard(
    leftovers,
    {
      approval: [
        asked,
        glass,
        { type: 'start', at: at(20), runId: leftovers.id },
        { type: 'end', at: at(30), result: 'verified' },
      ],
      run: runOf(leftovers, 11, { sync: 'Synced', health: 'Healthy', findingsLeft: 0 }),
    },
    bundle,
  ),
};

function buttonsOf(card: PlanCard): readonly string[] {
  const { blocks } = renderMessage({ type: 'plan', card });
  return blocks.flatMap((block) =>
    block.type === 'actions'
      ? block.elements.flatMap((element) => (element.type === 'button' ? [element.text.text] : []))
      : [],
  );
}

describe('a plan in its channel', () => {
  it.each(Object.entries(CARDS))('%s', async (name, card) => {
    await expectGolden(`plan-${name}`, renderMessage({ type: 'plan', card }), MENTIONS);
  });

  it.each([
    ['requested', ['Approve', 'Deny', 'Details', 'Break glass…']],
    ['requested-tier-1', ['Approve', 'Deny', 'Details']],
    ['approved', ['Details']],
    ['running', ['Details']],
    ['verified', ['Restore', 'Details']],
    ['verified-for-good', []],
    ['failed', ['Restore', 'Details']],
    ['restored', []],
    ['denied', []],
    ['expired', []],
    ['cancelled', []],
    ['superseded', ['Plan again']],
    ['break-glass', ['Restore', 'Details', 'Reviewed']],
  ])('%s has the buttons %j', (name, labels) => {
    expect(buttonsOf(CARDS[name] ?? aCard(scripts))).toEqual(labels);
  });

  it('marks what a restore has still to do, and what it could not do first', () => {
    const approval = over('failed');
    const asks: RunEvent = { type: 'restore-asked', at: at(35), by: 'U0ADA', role: 'platform-operator' };
    const refused: RunEvent = { type: 'undo-guarded', at: at(36), step: 3, answer: 'changed' };
    const card = aCard(leftovers, { approval, run: [...failing, asks, refused] });
    const text = textsIn(renderMessage({ type: 'plan', card }).blocks).join('\n');
    expect(text).toMatch(/^\*Restoring: Delete 11 leftovers/);
    expect(text).toMatch(/⚠ `ClusterRole\/[^`]+` was left alone[^\n]*\n· `RoleBinding\/[^`]+` is not restored yet/);
  });

  it('carries nothing but its id in the buttons that decide', () => {
    const { blocks } = renderMessage({ type: 'plan', card: aCard(leftovers) });
    expect(JSON.stringify(blocks).match(/"value":"[^"]*"/g)).toEqual(Array(3).fill('"value":"plan-infisical"'));
  });

  it('says what was done by break-glass until somebody else has looked at it', () => {
    const reviewed = aCard(leftovers, {
      approval: [asked, glass, { type: 'review', by: 'U0GRACE', role: 'platform-operator', at: at(60) }],
    });
    expect(textsIn(renderMessage({ type: 'plan', card: reviewed }).blocks).join('\n')).toContain(
      'After-review by <@U0GRACE>',
    );
    expect(buttonsOf(reviewed)).not.toContain('Reviewed');
  });
});

describe('a note about a plan', () => {
  const notes = [
    ['reminder', CARDS.requested],
    ['ended', CARDS.verified],
    ['ended', CARDS.failed],
    ['ended', CARDS.restored],
    ['ended', CARDS.superseded],
    ['review-due', CARDS['break-glass']],
    ['break-glass', CARDS['break-glass']],
  ] as const;

  it.each(notes.map(([about, card], index) => [index, about, card] as const))('%i: %s', async (index, about, card) => {
    if (card === undefined) throw new TypeError('there is such a card');
    const message = { type: 'plan-note', note: { about, card, at: at(4 * 60 + 5) } } as const;
    await expectGolden(`plan-note-${index}-${about}`, renderMessage(message), MENTIONS);
  });

  it('tells ages from when it is said', () => {
    const note = { about: 'reminder', card: aCard(leftovers), at: at(4 * 60 + 5) } as const;
    const [text] = textsIn(renderMessage({ type: 'plan-note', note }).blocks);
    expect(text).toMatch(
      /^\*Waits for 4 h, expires in 19 h\*, 2 approvals missing: <!subteam\^S0PLATFORM>, <@U0GRACE>/,
    );
  });
});
