import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlanCard, StepOutline } from '../../../../../src/core/remedy/approval/plan-card.ts';
import { formatMetadata, parseMetadata } from '../../../../../src/slack/form-metadata.ts';
import { renderMessage } from '../../../../../src/slack/render/channel/message.ts';
import { renderApprovals } from '../../../../../src/slack/render/plans/approvals.ts';
import { renderApproveForm } from '../../../../../src/slack/render/plans/approve-form.ts';
import { renderBreakGlassForm } from '../../../../../src/slack/render/plans/break-glass-form.ts';
import {
  refusalWords,
  renderDeskAnswer,
  type Said,
  type Told,
} from '../../../../../src/slack/render/plans/desk-answer.ts';
import { renderPlanDetails } from '../../../../../src/slack/render/plans/plan-details.ts';
import { renderRequestForm } from '../../../../../src/slack/render/plans/request-form.ts';
import { hostileText } from '../../../../support/hostile.ts';
import { aCard, adoption, approvedBy, asked, at, leftovers, runOf, scripts } from '../../../../support/plan-cards.ts';
import {
  expectAccepted,
  expectGoldenView,
  expectInert,
  expectViewAccepted,
  MENTIONS,
  textsIn,
} from '../../../../support/rendered.ts';

const bundlePlace = 'a Secret in namespace plumbline of prod';
const metadata = 'plan-infisical C0PLATFORM';

function withSteps(card: PlanCard, steps: readonly StepOutline[]): PlanCard {
  return { ...card, plan: { ...card.plan, steps } };
}

describe('a form', () => {
  const draft = aCard(leftovers, { approval: [] });

  it('shows the whole plan before it is asked for', async () => {
    await expectGoldenView('form-request', renderRequestForm({ card: draft, bundlePlace, metadata }), MENTIONS);
  });

  it('shows what is written, field by field', async () => {
    const card = aCard(adoption, { approval: [] });
    const view = renderRequestForm({ card, bundlePlace, metadata });
    await expectGoldenView('form-request-adopt', view, MENTIONS);
    expect(textsIn(view.blocks).join('\n')).toContain(
      '`/metadata/annotations/argocd.argoproj.io~1tracking-id`: `(absent)` → `"infisical:/ConfigMap:shop/settings"`',
    );
  });

  it('asks for the name of the app, and for the emergency', async () => {
    await expectGoldenView('form-approve', renderApproveForm({ card: aCard(leftovers), metadata }), MENTIONS);
    await expectGoldenView('form-break-glass', renderBreakGlassForm({ card: aCard(leftovers), metadata }), MENTIONS);
  });

  it('says how many steps it does not show', () => {
    const steps = Array.from({ length: 1000 }, () => draft.plan.steps).flat();
    const view = renderRequestForm({ card: withSteps(draft, steps), bundlePlace, metadata });
    expectViewAccepted(view);
    expect(textsIn(view.blocks).join('\n')).toMatch(/Showing \d+ of 11000 steps/);
  });

  it('carries which plan and from where, and takes nothing else back', () => {
    const of = { planId: 'plan-infisical', from: 'C0PLATFORM' };
    expect(parseMetadata(formatMetadata(of))).toEqual(of);
    expect(parseMetadata(formatMetadata({ ...of, from: '' }))).toEqual({ ...of, from: '' });
    for (const text of ['', 'PLAN', 'plan-1 C1 more', '../x', 'plan-1 <!here>', `${'x'.repeat(64)} C1`])
      expect(parseMetadata(text)).toBeUndefined();
  });
});

describe('the details of a plan', () => {
  const approval = [asked, approvedBy('U0GRACE', leftovers), approvedBy('U0LINUS', leftovers)];

  it('hold its steps, its events and its bundle', async () => {
    const run = runOf(leftovers, 3);
    const started = [...approval, { type: 'start', at: at(20), runId: 'r' } as const];
    const card = aCard(leftovers, { approval: started, run });
    await expectGoldenView(
      'plan-details',
      renderPlanDetails({ card, events: { approval: started, run }, viewer: 'U0ADA' }),
      MENTIONS,
    );
  });

  it('let who asked take it back while it waits', () => {
    const card = aCard(scripts);
    const labels = (viewer: string) =>
      JSON.stringify(renderPlanDetails({ card, events: { approval: [], run: [] }, viewer }));
    expect(labels('U0ADA')).toContain('Cancel request');
    expect(labels('U0GRACE')).not.toContain('Cancel request');
  });
});

describe('what whoever clicked is told', () => {
  const { approval, plan } = aCard(scripts);
  const requested = { ...approval, plan };
  const denied = { ...requested, state: 'denied', last: { by: 'U0GRACE', at: at(9) } } as const;
  const superseded = { ...requested, state: 'superseded', last: { at: at(9), because: 'it was changed.' } } as const;
  const nobody = { roles: [], users: [], groups: [] };
  const operators = { roles: ['platform-operator'], users: ['U0GRACE'], groups: ['S0PLATFORM'] };

  it.each<[Said, Told, RegExp]>([
    ['approve', { answer: 'no-such-plan' }, /^There is no such plan any more/],
    [
      'request',
      { answer: 'recorded', approval: requested },
      /^\*Requested\*.*stands in <#C0PLATFORM>, and waits for 1 more approval\.$/,
    ],
    [
      'request',
      { answer: 'late', approval: requested },
      /^<@U0ADA> was first, <!date.*: it is requested already, in <#C0PLATFORM>/,
    ],
    ['approve', { answer: 'recorded', approval: { ...requested, state: 'approved' } }, /It is about to start\.$/],
    ['approve', { answer: 'late', approval: denied }, /^Too late: it was denied\. <@U0GRACE> was first/],
    ['approve', { answer: 'late', approval: superseded }, /^Too late: it is superseded: it was changed\.$/],
    [
      'approve',
      { answer: 'again', approval: requested },
      /^You said so before, and it counts once, and waits for 1 more/,
    ],
    ['approve', { answer: 'expired', approval: requested }, /^It was open until <!date/],
    ['approve', { answer: 'other-plan', approval: requested }, /another plan/],
    ['approve', { answer: 'own', approval: requested }, /^You asked for it/],
    ['approve', { answer: 'name', approval: requested }, /type infisical\.$/],
    ['approve', { answer: 'out-of-turn', approval: requested }, /nothing to approve/],
    [
      'approve',
      { answer: 'not-allowed', because: 'you may not.', who: operators, approval: requested },
      /^Not allowed: you may not\. Who can: <!subteam\^S0PLATFORM>, <@U0GRACE>\.$/,
    ],
    ['approve', { answer: 'not-allowed', because: 'no', who: nobody, approval: requested }, /Who can: nobody\.$/],
    ['restore', { answer: 'late', approval: denied }, /^Somebody was first/],
    ['restore', { answer: 'expired', approval: denied }, /^Too much time went by/],
    ['review', { answer: 'late', approval: { ...requested, reviewedBy: 'U0LINUS' } }, /^<@U0LINUS> was first/],
    ['review', { answer: 'own', approval: requested }, /^You broke the glass/],
  ])('%s: %j', (said, told, expected) => {
    const rendered = renderDeskAnswer(said, told);
    expectAccepted(rendered);
    expectInert(rendered, MENTIONS);
    expect(textsIn(rendered.blocks)[0]).toMatch(expected);
    expect(refusalWords(said, told)).not.toMatch(/[<>]/);
  });
});

describe('whatever comes in', () => {
  const hostile = fc.record({ text: hostileText, size: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(120)) });

  function hostileCard({ text, size }: { readonly text: string; readonly size: number }): PlanCard {
    const card = aCard(leftovers, { approval: [asked], run: runOf(leftovers, 4) });
    const ref = { group: text, kind: text, namespace: text, name: text };
    const step: StepOutline = {
      verb: 'annotate',
      target: ref,
      tier: 3,
      usedBy: [ref, ref, ref, ref],
      effects: [text],
      undo: { how: 'patch' },
      writes: [{ path: text, before: text, after: text }],
    };
    const steps = Array.from({ length: size }, () => step);
    const names = Array.from({ length: size }, () => text);
    return {
      ...withSteps(card, steps),
      plan: {
        ...card.plan,
        id: text,
        app: { server: text, namespace: text, name: text },
        instance: text,
        project: text,
        steps,
        blastRadius: names,
        excluded: names.map((because) => ({ target: ref, because })),
        after: text,
        expiresAt: text,
      },
      approval: {
        ...card.approval,
        requestedBy: text,
        reason: text,
        channel: text,
        emergency: { reason: text, incident: text },
        last: { by: text, at: text, because: text },
      },
      who: { roles: names, users: names, groups: names },
      restorableUntil: text,
      bundleCommand: text,
    };
  }

  it('is within every limit and parses as nothing', () => {
    fc.assert(
      fc.property(hostile, (one) => {
        const card = hostileCard(one);
        const { run, ...idle } = card;
        const events = { approval: [asked, { type: 'supersede', at: one.text, because: one.text } as const], run: [] };
        const messages = [
          renderMessage({ type: 'plan', card }),
          renderMessage({ type: 'plan', card: idle }),
          ...(['reminder', 'ended', 'review-due', 'break-glass'] as const).map((about) =>
            renderMessage({ type: 'plan-note', note: { about, card, at: one.text } }),
          ),
          renderApprovals({ cards: [card, idle], command: { name: 'approvals' }, now: new Date(at(1)) }),
        ];
        for (const rendered of messages) {
          expectAccepted(rendered);
          expectInert(rendered, MENTIONS);
        }
        for (const view of [
          renderRequestForm({ card, bundlePlace: one.text, metadata }),
          renderApproveForm({ card, metadata }),
          renderBreakGlassForm({ card, metadata }),
          renderPlanDetails({ card, events, viewer: one.text }),
        ]) {
          expectViewAccepted(view);
          expectInert({ text: '', blocks: view.blocks as never }, MENTIONS);
        }
        expect(run).toBeDefined();
      }),
      { numRuns: 15 },
    );
  });
});
