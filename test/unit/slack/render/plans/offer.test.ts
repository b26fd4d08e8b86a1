import { describe, expect, it } from 'vitest';
import { lineOf } from '../../../../../src/core/digest/build-digest.ts';
import { linesOf } from '../../../../../src/core/pattern/lines.ts';
import type { Offer, Plan } from '../../../../../src/core/remedy/plan/plan.ts';
import { splitPlan } from '../../../../../src/core/remedy/plan/split.ts';
import { renderDiagnosis } from '../../../../../src/slack/render/answers/diagnosis.ts';
import { renderOverview } from '../../../../../src/slack/render/answers/overview.ts';
import { renderPatternDetails } from '../../../../../src/slack/render/answers/pattern-details.ts';
import type { Rendered } from '../../../../../src/slack/render/kit/rendered.ts';
import { renderApprovals } from '../../../../../src/slack/render/plans/approvals.ts';
import { renderNoRemedy } from '../../../../../src/slack/render/plans/no-remedy.ts';
import { renderOffer } from '../../../../../src/slack/render/plans/offer.ts';
import { renderPlanning, renderPlanningLate } from '../../../../../src/slack/render/plans/planning.ts';
import { aFinding } from '../../../../support/memory-builders.ts';
import {
  aCard,
  adoption,
  approvedBy,
  asked,
  at,
  INFISICAL,
  leftovers,
  runOf,
  scripts,
} from '../../../../support/plan-cards.ts';
import { expectGolden, MENTIONS, textsIn } from '../../../../support/rendered.ts';
import { aFix, aStoryApp, NOW, storySnapshot } from '../../../../support/story-memory.ts';
import { refTo } from '../../../core/remedy/builders.ts';

const now = new Date(at(1));

function anOffer(parts: Partial<Offer> = {}): Offer {
  return {
    id: 'offer-1',
    instance: 'prod',
    app: INFISICAL,
    project: 'platform',
    at: at(0),
    plans: [],
    excluded: [],
    notes: [],
    ...parts,
  };
}

function withParts(plan: Plan): Offer['plans'] {
  const split = splitPlan(plan, { lower: 'plan-lower', rest: 'plan-rest' });
  if (split === undefined) throw new TypeError('it can be split');
  return [{ plan }, { plan: split.lower, partOf: plan.id }, { plan: split.rest, partOf: plan.id }];
}

/** `Label → action value` of every button. */
function pressable({ blocks }: Rendered): readonly string[] {
  const found: string[] = [];
  JSON.stringify(blocks, (_, value) => {
    if (value?.type === 'button') found.push(`${value.text.text} → ${value.action_id.split('#')[0]} ${value.value}`);
    return value;
  });
  return found;
}

describe('what is on offer', () => {
  it('says before anybody asks that it cannot run now, and who asked for the same', () => {
    const held = ['changes are frozen until 2027-01-05 00:00 UTC: end of year'];
    const rival = {
      ...{ planId: 'plan-first', requestedBy: 'U0KEN', requestedAt: at(0), channel: 'C0PLATFORM' },
      ...{ state: 'requested' as const, shared: 'ConfigMap/scripts' },
    };
    const waiting = renderOffer({ offer: anOffer({ plans: [{ plan: { ...scripts, held } }] }), now });
    expect(textsIn(waiting).join(' ')).toMatch(/Can't run now .*changes are frozen until 2027-01-05/);
    expect(pressable(waiting).some((button) => button.startsWith('Request'))).toBe(true);
    const taken = renderOffer({ offer: anOffer({ plans: [{ plan: scripts, rival }] }), now });
    expect(textsIn(taken).join(' ')).toMatch(
      /<@U0KEN> already requested a change of ConfigMap\/scripts.*waits for approval.*plan-first/,
    );
    expect(pressable(taken).some((button) => button.startsWith('Request'))).toBe(false);
  });

  it('shows each plan with who has to approve and what it does, and the part that needs less', async () => {
    const offer = anOffer({
      plans: [...withParts(leftovers), { plan: adoption }],
      excluded: leftovers.excluded,
      notes: ['2 findings are fixed in Git: pin the defaults'],
    });
    const rendered = renderOffer({ offer, now });
    await expectGolden('offer', rendered);
    expect(pressable(rendered)).toEqual([
      'Request clean-up… → plan.request plan-infisical',
      'Request clean-up… → plan.request plan-lower',
      'Request clean-up… → plan.request plan-rest',
      'Request… → plan.request plan-adopt',
      'Refresh → answer.refresh fix argocd/infisical --instance prod',
    ]);
  });

  it('says why there is nothing, and what went wrong', async () => {
    const nothing = anOffer({ notes: ['what drifts is fixed in Git'], excluded: leftovers.excluded });
    await expectGolden('offer-nothing', renderOffer({ offer: nothing, now }));
    const failure = {
      problem: 'the cluster https://prod-eu.example.com is out of reach',
      hint: 'add it under destinations',
    };
    await expectGolden('offer-failed', renderOffer({ offer: anOffer({ failure }), now }));
  });

  it('folds what does not fit', () => {
    const excluded = Array.from({ length: 300 }, () => leftovers.excluded).flat();
    const plans = Array.from({ length: 80 }, () => ({ plan: leftovers }));
    const texts = textsIn(renderOffer({ offer: anOffer({ plans, excluded }), now }).blocks).join('\n');
    expect(texts).toMatch(/Showing \d+ of 80 plans/);
    expect(texts).toMatch(/Showing \d of 300 objects that were left out/);
  });

  it('says that it plans, that it takes too long, and that nothing can be changed', () => {
    expect(renderPlanning('infisical').text).toBe('Planning what can be done about infisical.');
    expect(pressable(renderPlanningLate('prod', INFISICAL, 60_000))).toEqual([
      'Plan again → fix.offer fix argocd/infisical --instance prod',
    ]);
    expect(renderNoRemedy('prod').text).toBe('Nothing can be changed in prod: it is only read.');
  });
});

describe('the way to a request', () => {
  const zombie = aStoryApp('infisical', { findings: [aFinding({ driftClass: 'zombie', fixes: [aFix('delete')] })] });
  const pinned = aStoryApp('gitea', { findings: [aFinding({ driftClass: 'mutated', fixes: [aFix('pin-in-git')] })] });
  const canFix = (instance: string) => instance === 'prod';
  const labels = (rendered: Rendered) => pressable(rendered).filter((button) => button.startsWith('Request'));

  it('stands in the diagnosis where the best fix changes the cluster', () => {
    const of = (record: typeof zombie) => labels(renderDiagnosis({ record, facts: 'live', canFix, now: NOW }));
    expect(of(zombie)).toEqual([expect.stringMatching(/^Request clean-up… → fix\.offer fix argocd\/infisical/)]);
    expect(of(pinned)).toEqual([]);
  });

  it('is nowhere where nothing can be changed', () => {
    expect(labels(renderDiagnosis({ record: zombie, facts: 'live', now: NOW }))).toEqual([]);
    const elsewhere = { record: zombie, facts: 'live', canFix: () => false, now: NOW } as const;
    expect(labels(renderDiagnosis(elsewhere))).toEqual([]);
    const overview = { snapshots: [storySnapshot()], reach: [], command: { name: 'overview' }, now: NOW } as const;
    expect(labels(renderOverview(overview))).toEqual([]);
  });

  it('stands in the overview beside the details', () => {
    const overview = {
      snapshots: [storySnapshot()],
      reach: [],
      command: { name: 'overview' },
      canFix,
      now: NOW,
    } as const;
    expect(labels(renderOverview(overview))).toEqual([
      'Request… → fix.offer fix checkout --instance prod',
      'Request clean-up… → fix.offer fix gitea --instance prod',
    ]);
  });
});

describe('a pattern in several apps', () => {
  const canFix = () => true;
  const [gitea] = storySnapshot().patterns.filter(({ driftClass }) => driftClass === 'zombie');
  if (gitea === undefined) throw new TypeError('the story has leftovers');
  const both = { ...gitea, apps: 2, names: ['gitea', 'infisical'] };
  const requests = (rendered: Rendered) => pressable(rendered).filter((button) => button.startsWith('Request'));

  it('leads from the overview to its details, and from there to each app', () => {
    const snapshot = storySnapshot({ patterns: [both], notHealthy: [] });
    const overview = renderOverview({
      snapshots: [snapshot],
      reach: [],
      command: { name: 'overview' },
      canFix,
      now: NOW,
    });
    expect(requests(overview)).toEqual([`Request clean-up… → pattern.details class ${both.id} --instance prod`]);
    const rows = both.names.map((app) => ({
      app,
      resource: refTo('ConfigMap/scripts'),
      driftClass: both.driftClass,
      project: 'platform',
      slice: 'platform',
      pattern: both.id,
      finding: 'f',
    }));
    const command = { name: 'class', id: both.id, page: 1 } as const;
    const lines = linesOf([lineOf(both, 'prod')]);
    const details = { lines, rows, snapshots: [snapshot], command, now: NOW };
    expect(requests(renderPatternDetails({ ...details, canFix }))).toEqual([
      'Request clean-up… → fix.offer fix gitea --instance prod',
      'Request clean-up… → fix.offer fix infisical --instance prod',
    ]);
    expect(requests(renderPatternDetails(details))).toEqual([]);
  });
});

describe('approvals', () => {
  const command = { name: 'approvals' } as const;
  const running = [asked, approvedBy('U0GRACE', leftovers), approvedBy('U0LINUS', leftovers)];
  const started = [...running, { type: 'start', at: at(20), runId: 'r' } as const];
  const ended = [...started, { type: 'end', at: at(30), result: 'verified' } as const];

  it('says what waits for whom, what runs, what can be restored', async () => {
    const cards = [
      aCard(scripts),
      aCard(leftovers, { approval: started, run: runOf(leftovers, 3) }),
      aCard(leftovers, { approval: ended, run: runOf(leftovers, 11) }, { restorableUntil: at(9999) }),
    ];
    await expectGolden('approvals', renderApprovals({ cards, command, now: new Date(at(65)) }), MENTIONS);
  });

  it('says when there is nothing', () => {
    expect(renderApprovals({ cards: [], command, now }).text).toBe('Nothing waits, runs or can be restored.');
  });
});
