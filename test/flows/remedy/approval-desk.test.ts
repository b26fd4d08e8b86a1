import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Memory } from '../../../src/adapters/redis/client.ts';
import { UnavailableError } from '../../../src/core/model/errors.ts';
import type { Policy } from '../../../src/core/policy/policy.ts';
import type { Plan } from '../../../src/core/remedy/plan/plan.ts';
import { makeAuditPlan } from '../../../src/flows/remedy/audit-plan.ts';
import { type DeskDeps, makeApprovalDesk } from '../../../src/flows/remedy/make-approval-desk.ts';
import { makeNotePlan, makePublishPlan } from '../../../src/flows/remedy/publish-plan.ts';
import { makeTendPlans } from '../../../src/flows/remedy/tend-plans.ts';
import type { Job } from '../../../src/ports/queue.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';
import { SILENT } from '../../support/remedy-site.ts';
import { aPlan, aPlanOfTier, aStep, refTo } from '../../unit/core/remedy/builders.ts';

const HOUR = 3_600_000;
const anywhere = { instances: ['*'], projects: ['*'], apps: ['*'], environments: ['*'] };
const policy: Policy = {
  roles: {
    operator: { users: ['ada', 'bea'], groups: ['S1'] },
    developer: { users: ['ken'], groups: [] },
    'break-glass': { users: ['gil'], groups: [] },
  },
  grants: [
    { role: 'operator', request: [0, 1, 2, 3], approve: [1, 2, 3], ...anywhere },
    { role: 'developer', request: [1, 2, 3], approve: [], ...anywhere },
    { role: 'break-glass', request: [], approve: [1, 2, 3], ...anywhere },
  ],
};

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(() => redis.stop());

interface Office {
  readonly memory: Memory;
  readonly desk: ReturnType<typeof makeApprovalDesk>;
  readonly tend: () => Promise<void>;
  readonly jobs: Job[];
  readonly groups: Map<string, readonly string[]>;
  pass(milliseconds: number): void;
}

/** The desk over a real store, and what it asked of the workers. */
async function open(plan: Plan, parts: Partial<DeskDeps> = {}): Promise<Office> {
  let now = Date.parse('2026-01-05T10:00:00Z');
  const clock = { now: () => new Date(now) };
  const memory = await redis.memory({ clock });
  const jobs: Job[] = [];
  const groups = new Map<string, readonly string[]>();
  const shared = {
    plans: memory.plans,
    outbox: memory.outbox,
    queue: { ask: async (job: Job) => void jobs.push(job) },
    clock,
    policy,
    restoreForMs: 7 * 24 * HOUR,
    reviewWithinMs: 24 * HOUR,
    bundleCommand: () => undefined,
  };
  const auditPlan = makeAuditPlan(memory.ledger);
  const told = { auditPlan, publishPlan: makePublishPlan(shared), notePlan: makeNotePlan(shared) };
  const desk = makeApprovalDesk({
    ...shared,
    ...told,
    apps: memory.apps,
    ledger: memory.ledger,
    log: SILENT,
    directory: { person: async (id) => ({ id, groups: groups.get(id) ?? [] }) },
    channels: [{ id: 'C1', instances: ['*'], projects: ['*'] }],
    platformChannel: 'C9',
    frozenBy: () => undefined,
    ...parts,
  });
  await memory.plans.saveDraft(plan);
  const tend = makeTendPlans({ ...shared, ...told, remindAfterMs: 4 * HOUR, log: SILENT });
  return { memory, desk, tend, jobs, groups, pass: (milliseconds) => (now += milliseconds) };
}

const by = (user: string) => ({ user, click: randomUUID() });
const asked = { reason: 'leftovers of redis', from: 'C1' };
const runs = ({ jobs }: Office) => jobs.filter(({ type }) => type === 'run').length;

async function actions({ memory }: Office): Promise<readonly string[]> {
  const { last } = await memory.ledger.end();
  return (await memory.ledger.entries({ from: 1, to: last })).map(({ action, actor }) => `${actor.user} ${action}`);
}

describe('the approval desk', () => {
  const two = aPlanOfTier(2);
  const three = aPlanOfTier(3);

  it('records a request, shows it and asks nobody to run', async () => {
    const office = await open(two);
    expect((await office.desk.request(two.id, by('ken'), asked)).answer).toBe('recorded');
    expect((await office.memory.outbox.find('C1', `plan.${two.id}`))?.message).toMatchObject({
      type: 'plan',
      card: { missing: 1, approval: { state: 'requested', requestedBy: 'ken' }, who: { users: ['ada', 'bea'] } },
    });
    expect(runs(office)).toBe(0);
    expect(await actions(office)).toEqual(['ken requested']);
  });

  it('takes one of 200 approvals at once and starts one run', async () => {
    const office = await open(two);
    await office.desk.request(two.id, by('ken'), asked);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => office.desk.approve(two.id, by(index % 2 === 0 ? 'ada' : 'bea'))),
    );
    expect(answers.filter(({ answer }) => answer === 'recorded')).toHaveLength(1);
    expect(answers.filter(({ answer }) => answer === 'late' || answer === 'again')).toHaveLength(199);
    expect(runs(office)).toBe(1);
    const lines = await actions(office);
    expect(lines.filter((line) => line.endsWith(' approved'))).toHaveLength(1);
    expect(lines.filter((line) => line.endsWith(' refused-click'))).toHaveLength(199);
  });

  describe('of several plans for the same objects', () => {
    const copies = Array.from({ length: 50 }, (_, index) => aPlanOfTier(2, { id: `plan-copy-${index}` }));

    it('takes one of 50 requests at once; the others are told whose was first', async () => {
      const office = await open(two);
      for (const plan of copies) await office.memory.plans.saveDraft(plan);
      const answers = await Promise.all(
        copies.map(({ id }, index) => office.desk.request(id, by(index % 2 === 0 ? 'ada' : 'ken'), asked)),
      );
      const recorded = answers.filter(({ answer }) => answer === 'recorded');
      expect(recorded).toHaveLength(1);
      const [first] = recorded.flatMap((one) => ('approval' in one ? [one.approval] : []));
      const taken = answers.flatMap((one) => (one.answer === 'taken' ? [one.rival] : []));
      expect(taken).toHaveLength(49);
      for (const rival of taken)
        expect(rival).toMatchObject({
          planId: first?.plan.id,
          requestedBy: first?.requestedBy,
          shared: 'ConfigMap/scripts',
        });
      const lines = await actions(office);
      expect(lines.filter((line) => line.endsWith(' requested'))).toHaveLength(1);
      expect(lines.filter((line) => line.endsWith(' refused-click'))).toHaveLength(49);
    });

    it('takes the next once the first is over, and one for other objects at any time', async () => {
      const office = await open(two);
      const [second, third] = copies;
      const elsewhere = aPlan([aStep({ target: refTo('ConfigMap/elsewhere') })], { id: 'plan-elsewhere' });
      for (const plan of [second, third, elsewhere]) if (plan) await office.memory.plans.saveDraft(plan);
      expect((await office.desk.request(two.id, by('ken'), asked)).answer).toBe('recorded');
      expect((await office.desk.request(second?.id ?? '', by('ada'), asked)).answer).toBe('taken');
      expect((await office.desk.request(elsewhere.id, by('ada'), asked)).answer).toBe('recorded');
      await office.desk.deny(two.id, by('ada'));
      expect((await office.desk.request(second?.id ?? '', by('ada'), asked)).answer).toBe('recorded');
      expect((await office.desk.request(third?.id ?? '', by('ken'), asked)).answer).toBe('taken');
    });
  });

  it('has recorded what it recorded, also where the queue is away: the next tick goes on', async () => {
    let isAway = true;
    const jobs: Job[] = [];
    const ask = async (job: Job) => {
      if (isAway) throw new UnavailableError('queue.away', 'The queue does not answer', 'Wait');
      jobs.push(job);
    };
    const office = await open(two, { queue: { ask } });
    expect((await office.desk.request(two.id, by('ken'), asked)).answer).toBe('recorded');
    expect((await office.desk.approve(two.id, by('ada'))).answer).toBe('recorded');
    expect(jobs).toEqual([]);
    isAway = false;
    await office.tend();
    expect(runs(office)).toBe(1);
  });

  it('takes requests in a freeze and no approvals, so that the request is not spent on a run that may not start', async () => {
    let freeze: string | undefined = 'changes are frozen until 2026-01-06 00:00 UTC: end of year';
    const office = await open(two, { frozenBy: () => freeze });
    expect((await office.desk.request(two.id, by('ken'), asked)).answer).toBe('recorded');
    expect(await office.desk.approve(two.id, by('ada'))).toMatchObject({
      answer: 'not-allowed',
      because: expect.stringMatching(/frozen until 2026-01-06 .*approve it after that/),
    });
    expect(runs(office)).toBe(0);
    freeze = undefined;
    expect((await office.desk.approve(two.id, by('ada'))).answer).toBe('recorded');
    expect(runs(office)).toBe(1);
  });

  it('refuses the requester, strangers and who lost the group, each with its line', async () => {
    const office = await open(two);
    await office.desk.request(two.id, by('ada'), asked);
    office.groups.set('eve', ['S1']);
    office.groups.delete('eve');
    for (const user of ['ada', 'ken', 'eve'])
      expect(await office.desk.approve(two.id, by(user))).toMatchObject({ answer: 'not-allowed' });
    expect(runs(office)).toBe(0);
    expect((await actions(office)).slice(1)).toEqual(['ada', 'ken', 'eve'].map((user) => `${user} refused-click`));
  });

  it('lets a member of the group approve as long as they are one', async () => {
    const office = await open(two);
    await office.desk.request(two.id, by('ken'), asked);
    office.groups.set('eve', ['S1']);
    expect((await office.desk.approve(two.id, by('eve'))).answer).toBe('recorded');
  });

  it('wants two at tier 3, and the name', async () => {
    const office = await open(three);
    await office.desk.request(three.id, by('ken'), asked);
    expect((await office.desk.approve(three.id, by('ada'), { typed: 'checkuot' })).answer).toBe('name');
    expect((await office.desk.approve(three.id, by('ada'), { typed: ' checkout ' })).answer).toBe('recorded');
    expect(runs(office)).toBe(0);
    expect((await office.desk.approve(three.id, by('bea'), { typed: 'checkout' })).answer).toBe('recorded');
    expect(runs(office)).toBe(1);
  });

  it('knows no plan that is not there, and says so in the ledger', async () => {
    const office = await open(two);
    expect((await office.desk.approve('feedbeef', by('ada'))).answer).toBe('no-such-plan');
    expect((await office.desk.restore('feedbeef', by('bea'))).answer).toBe('no-such-plan');
    expect((await office.desk.turnAway(by('eve'))).answer).toBe('no-such-plan');
    expect(await actions(office)).toEqual(['ada', 'bea', 'eve'].map((user) => `${user} refused-click`));
  });

  it('expires by a late click and by the clock, and removes nothing that was said', async () => {
    const office = await open(two);
    await office.desk.request(two.id, by('ken'), asked);
    office.pass(25 * HOUR);
    expect((await office.desk.approve(two.id, by('ada'))).answer).toBe('expired');
    expect((await office.desk.approve(two.id, by('bea'))).answer).toBe('expired');
    expect(runs(office)).toBe(0);
    expect(await actions(office)).toEqual([
      'ken requested',
      'plumbline expired',
      'ada refused-click',
      'bea refused-click',
    ]);
  });

  it('breaks the glass for who holds that role, aloud', async () => {
    const office = await open(three);
    await office.desk.request(three.id, by('ken'), asked);
    const emergency = { reason: 'checkout is down', incident: 'https://incidents.example.com/7' };
    expect((await office.desk.breakGlass(three.id, by('ada'), emergency)).answer).toBe('not-allowed');
    expect((await office.desk.breakGlass(three.id, by('gil'), { ...emergency, incident: 'soon' })).answer).toBe(
      'not-allowed',
    );
    expect((await office.desk.breakGlass(three.id, by('gil'), emergency)).answer).toBe('recorded');
    expect(runs(office)).toBe(1);
    expect((await office.memory.outbox.find('C9', `plan.${three.id}.break-glass`))?.message.type).toBe('plan-note');
    expect((await office.desk.review(three.id, by('gil'))).answer).toBe('not-allowed');
    expect((await office.desk.review(three.id, by('ada'))).answer).toBe('recorded');
  });

  it('says before the form is shown that somebody may not ask, and leaves a line', async () => {
    const office = await open(two);
    expect(await office.desk.mayRequest(two.id, by('ken'))).toBeUndefined();
    expect(await office.desk.mayRequest(two.id, by('eve'))).toMatchObject({ answer: 'not-allowed' });
    expect(await actions(office)).toEqual(['eve refused-click']);
  });

  it('does not show a request where nobody would see it', async () => {
    const office = await open(two, { channels: [{ id: 'C1', instances: ['*'], projects: ['other'] }] });
    expect(await office.desk.request(two.id, by('ken'), asked)).toMatchObject({ answer: 'not-allowed' });
  });

  it('reminds once, calls for the last time, and expires', async () => {
    const office = await open(two);
    await office.desk.request(two.id, by('ken'), asked);
    const stands = async (key: string) =>
      (await office.memory.outbox.find('C1', `plan.${two.id}.${key}`)) !== undefined;
    await office.tend();
    expect(await stands('waits')).toBe(false);
    office.pass(5 * HOUR);
    await office.tend();
    await office.tend();
    expect([await stands('waits'), await stands('last-call')]).toEqual([true, false]);
    office.pass(18.5 * HOUR);
    await office.tend();
    expect(await stands('last-call')).toBe(true);
    office.pass(HOUR);
    await office.tend();
    await office.tend();
    expect((await office.desk.card(two.id))?.approval.state).toBe('expired');
    expect(await office.memory.plans.tended()).toEqual([]);
  });

  it('makes up for a run that was approved and never asked for', async () => {
    const office = await open(two);
    await office.desk.request(two.id, by('ken'), asked);
    await office.desk.approve(two.id, by('ada'));
    office.jobs.length = 0;
    await office.tend();
    expect(runs(office)).toBe(1);
  });
});
