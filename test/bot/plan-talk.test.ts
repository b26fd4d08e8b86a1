import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../src/core/model/errors.ts';
import type { Offer, Plan } from '../../src/core/remedy/plan/plan.ts';
import { splitPlan } from '../../src/core/remedy/plan/split.ts';
import { textOf } from '../../world/slack/text.ts';
import type { Ephemeral, Message } from '../../world/slack/workspace/types.ts';
import { runTerminal } from '../../world/terminal/run-terminal.ts';
import { adoption, at, INFISICAL, leftovers, runOf, scripts } from '../support/plan-cards.ts';
import { type Office, openOffice, PLATFORM } from '../support/plan-office.ts';
import { startTestRedis, type TestRedis } from '../support/redis.ts';

let redis: TestRedis;
let office: Office;
beforeAll(async () => {
  redis = await startTestRedis();
});
afterEach(async () => {
  const errors = office.logged.filter((line) => line.includes('"level":"error"'));
  await office.close();
  expect(errors).toEqual([]);
});
afterAll(() => redis.stop());

const split = splitPlan(leftovers, { lower: 'plan-lower', rest: 'plan-rest' });
if (split === undefined) throw new TypeError('the leftovers have a lower part');
const offered: readonly Plan[] = [leftovers, split.lower, split.rest, scripts, adoption];

function offerOf(...plans: Offer['plans']): (id: string) => Offer {
  return (id) => ({
    id,
    instance: 'prod',
    app: INFISICAL,
    project: 'platform',
    at: at(2),
    plans,
    excluded: leftovers.excluded,
    notes: [],
  });
}

/** Ada asks what can be done, and gets as far as the form. */
async function asksFor(plan: Plan, channel = PLATFORM): Promise<void> {
  office.offer = offerOf({ plan });
  const { slack } = office;
  await slack.person('U0ADA').command('/drift fix infisical', channel);
  const offer = await slack.workspace.until(() =>
    slack.workspace.ephemerals('U0ADA').find((said) => textOf(said).includes('on offer')),
  );
  await slack.person('U0ADA').press(offer, labelIn(offer));
  await office.modal('U0ADA');
}

function labelIn(said: Ephemeral | Message): string {
  return /\[\d+ (Request[^\]]*)\]/.exec(textOf(said))?.[1] ?? 'nothing to request';
}

async function requests(plan: Plan): Promise<Message> {
  await asksFor(plan);
  const form = await office.modal('U0ADA');
  const reason = { Reason: 'left over since the ingress moved' };
  await office.told('U0ADA', () => office.slack.person('U0ADA').submit(form, reason));
  return office.message(/Request:/);
}

const press = (person: string, message: Message | Ephemeral, label: string) => () =>
  office.slack.person(person).press(message, label);

/** Without the marks of formatting. */
const words = (said: Ephemeral | Message): string => textOf(said).replaceAll('*', '');

const read = async (ephemeral: Promise<Ephemeral>): Promise<string> => words(await ephemeral);

describe('a clean-up, from the question to the approval', () => {
  it('plans, previews, asks for a reason, and says so where everybody can see it', async () => {
    office = await openOffice(redis, offered);
    await asksFor(leftovers);
    const [, offer] = office.slack.workspace.ephemerals('U0ADA');
    expect(textOf(office.slack.workspace.ephemerals('U0ADA')[0] as Ephemeral)).toMatch(/Planning what can be done/);
    expect(offer && textOf(offer)).toMatch(/Delete 11 leftovers of infisical.*tier 3: two other people approve/);
    const form = await office.modal('U0ADA');
    expect(form.definition.private_metadata).toBe(`${leftovers.id} ${PLATFORM}`);
    expect(textOf(form)).toMatch(
      /1\. \*delete\* `RoleBinding\/infisical-ingress-nginx` · shop · tier 2\n\s+nothing refers to it/,
    );
    expect(textOf(form)).toMatch(/used by RoleBinding\/infisical-ingress-nginx, which goes earlier/);
    expect(textOf(form)).toMatch(/dumped to a Secret in namespace plumbline/);
    expect(textOf(form)).toMatch(/Left out: `Service\/mongodb`/);
    expect((await office.slack.person('U0ADA').submit(form, { Reason: 'eh' })).shown).toBe('incomplete');
    const told = await read(
      office.told('U0ADA', () =>
        office.slack.person('U0ADA').submit(form, { Reason: 'left over since the ingress moved' }),
      ),
    );
    expect(told).toMatch(/Requested.*It stands in #C0PLATFORM, and waits for 2 more approvals/);
    expect(office.slack.workspace.views('U0ADA')).toEqual([]);
    const text = textOf(await office.message());
    expect(text).toMatch(/Request: Delete 11 leftovers of infisical/);
    expect(text).toMatch(/@U0ADA asks: left over since the ingress moved/);
    expect(text).toMatch(/May approve: @S0PLATFORM/);
  });

  it('takes the approval of another person, once, and asks the worker', async () => {
    office = await openOffice(redis, offered);
    const message = await requests(scripts);
    expect(await read(office.told('U0ADA', press('U0ADA', message, 'Approve')))).toMatch(
      /Not allowed: you asked for it/,
    );
    expect(await read(office.told('U0KEN', press('U0KEN', message, 'Approve')))).toMatch(
      /Not allowed: your roles.*Who can: @S0PLATFORM/,
    );
    expect(await read(office.told('U0GRACE', press('U0GRACE', message, 'Approve')))).toMatch(
      /Approved: Delete 2 leftovers.*about to start/,
    );
    expect(office.jobs.filter(({ type }) => type === 'run')).toEqual([
      { type: 'run', instance: 'prod', planId: scripts.id },
    ]);
    const approved = await office.message(/Approved: Delete/);
    expect(approved.ts).toBe(message.ts);
    expect(textOf(approved)).not.toMatch(/\[\d+ Approve\]/);
    expect(await read(office.told('U0LINUS', press('U0LINUS', message, 'Deny')))).toMatch(
      /Too late: it is approved already. @U0GRACE was first/,
    );
    expect(await read(office.told('U0GRACE', press('U0GRACE', message, 'Approve')))).toMatch(/You said so before/);
  });

  it('asks for the name of the app where two have to approve', async () => {
    office = await openOffice(redis, offered);
    const message = await requests(leftovers);
    const grace = office.slack.person('U0GRACE');
    await grace.press(message, 'Approve');
    const form = await office.modal('U0GRACE');
    await grace.submit(form, { 'Name of the app': 'infiscal' });
    expect(textOf(await office.modal('U0GRACE'))).toMatch(/! That is not the app’s name: type infisical/);
    const told = await read(office.told('U0GRACE', () => grace.submit(form, { 'Name of the app': 'infisical' })));
    expect(told).toMatch(/Approved: Delete 11 leftovers of infisical, and waits for 1 more approval/);
    expect(textOf(await office.message(/1 of 2 so far/))).toMatch(/Approved by @U0GRACE/);
    expect(office.jobs.some(({ type }) => type === 'run')).toBe(false);
    const linus = office.slack.person('U0LINUS');
    await linus.press(await office.message(), 'Approve');
    await office.told('U0LINUS', async () =>
      linus.submit(await office.modal('U0LINUS'), { 'Name of the app': ' infisical ' }),
    );
    expect(office.jobs.some(({ type }) => type === 'run')).toBe(true);
  });

  it('is closed by one deny', async () => {
    office = await openOffice(redis, offered);
    const message = await requests(scripts);
    expect(await read(office.told('U0LINUS', press('U0LINUS', message, 'Deny')))).toMatch(
      /Denied: .*Nothing is changed/,
    );
    expect(textOf(await office.message(/✗ Denied/))).not.toMatch(/\[\d/);
    expect(await read(office.told('U0GRACE', press('U0GRACE', message, 'Approve')))).toMatch(
      /Too late: it was denied. @U0LINUS was first/,
    );
  });

  it('is taken back in the details, by who asked and nobody else', async () => {
    office = await openOffice(redis, offered);
    const message = await requests(scripts);
    await office.slack.person('U0GRACE').press(message, 'Details');
    expect(textOf(await office.modal('U0GRACE'))).not.toMatch(/Cancel request/);
    await office.slack.person('U0ADA').press(message, 'Details');
    const details = await office.modal('U0ADA');
    expect(textOf(details)).toMatch(/requested by @U0ADA/);
    await office.slack.person('U0ADA').press(details, 'Cancel request');
    const after = await office.slack.workspace.until(() =>
      office.slack.workspace.views('U0ADA').find((view) => textOf(view).includes('Taken back')),
    );
    expect(textOf(after)).toMatch(/taken back by @U0ADA/);
    expect(textOf(after)).not.toMatch(/Cancel request/);
    await office.message(/Cancelled/);
  });

  it('starts at once by break-glass, which everybody is told and somebody else reviews', async () => {
    office = await openOffice(redis, offered);
    const message = await requests(leftovers);
    const linus = office.slack.person('U0LINUS');
    await linus.press(message, 'Break glass…');
    const form = await office.modal('U0LINUS');
    const reason = { Reason: 'the webhook blocks every deploy' };
    expect((await linus.submit(form, { ...reason, Incident: 'INC-42' })).shown).toBe('incomplete');
    await office.told('U0LINUS', () => linus.submit(form, { ...reason, Incident: 'https://incidents.example.com/42' }));
    expect(office.jobs.some(({ type }) => type === 'run')).toBe(true);
    await office.message(/Break glass: Delete 11 leftovers[\s\S]*After-review due/);
    const approved = await office.slack.workspace.until(() =>
      office.slack.workspace.messages(PLATFORM).find(({ ts }) => ts === message.ts),
    );
    expect(words(approved)).toMatch(/Break glass by @U0LINUS: the webhook blocks every deploy/);
    const other = office.slack.person('U0KEN');
    await other.press(message, 'Break glass…');
    const late = await office.slack.workspace.until(() => office.slack.workspace.ephemerals('U0KEN').at(-1));
    expect(textOf(late)).toMatch(/Too late/);
  });

  it('expires, and says where to go on', async () => {
    office = await openOffice(redis, offered);
    const message = await requests(scripts);
    office.pass(24 * 60);
    const told = await office.told('U0GRACE', press('U0GRACE', message, 'Approve'));
    expect(textOf(told)).toMatch(/It was open until[\s\S]*\[1 Plan again\]/);
    expect(office.jobs.some(({ type }) => type === 'run')).toBe(false);
  });
});

describe('after the run', () => {
  async function ran(plan: Plan, done: number): Promise<Message> {
    const message = await requests(plan);
    await office.told('U0GRACE', press('U0GRACE', message, 'Approve'));
    return ends(plan, done, message);
  }

  async function ends(plan: Plan, done: number, message: Message): Promise<Message> {
    const { plans } = office.memory;
    await plans.appendApproval(plan.id, { type: 'start', at: at(20), runId: plan.id }, 2);
    const events = runOf(plan, done);
    for (const [index, event] of events.entries()) await plans.appendRun(plan.id, event, index);
    await plans.appendApproval(plan.id, { type: 'end', at: at(26), result: 'verified' }, 3);
    office.pass(25);
    return message;
  }

  it('is reviewed by somebody else where the glass was broken', async () => {
    office = await openOffice(redis, offered);
    const message = await requests(scripts);
    const linus = office.slack.person('U0LINUS');
    await linus.press(message, 'Break glass…');
    const form = await office.modal('U0LINUS');
    const why = { Reason: 'it cannot wait', Incident: 'https://incidents.example.com/42' };
    await office.told('U0LINUS', () => linus.submit(form, why));
    await ends(scripts, scripts.steps.length, message);
    const review = async (person: string, expected: RegExp) => {
      await office.slack.person(person).press(message, 'Details');
      await office.slack.person(person).press(await office.modal(person), 'Reviewed');
      const { workspace } = office.slack;
      await workspace.until(() => workspace.views(person).find((view) => expected.test(textOf(view))));
    };
    await review('U0LINUS', /You broke the glass: somebody else reviews it/);
    await review('U0KEN', /Not allowed/);
    await review('U0GRACE', /Reviewed.*Thank you/);
    await office.message(/After-review by @U0GRACE/);
  });

  it('is restored by one press, once', async () => {
    office = await openOffice(redis, offered);
    const message = await ran(scripts, scripts.steps.length);
    const stale = await office.slack.person('U0GRACE').press(message, 'Details');
    expect(stale.shown).toBeUndefined();
    expect(textOf(await office.modal('U0GRACE'))).toMatch(/✓ gone[\s\S]*Can be restored until/);
    const card = await office.desk.card(scripts.id);
    expect(card?.restorableUntil).toBeDefined();
    const restore = { ...message, blocks: restoreButton(scripts.id) };
    expect(await read(office.told('U0GRACE', press('U0GRACE', restore, 'Restore')))).toMatch(
      /Restoring what was changed/,
    );
    expect(await read(office.told('U0ADA', press('U0ADA', restore, 'Restore')))).toMatch(/Somebody was first/);
    await office.message(/Restoring: Delete 2 leftovers/);
  });
});

function restoreButton(value: string) {
  return [
    {
      type: 'actions',
      block_id: 'b',
      elements: [{ type: 'button', action_id: 'plan.restore', value, text: { type: 'plain_text', text: 'Restore' } }],
    },
  ];
}

describe('what was made up', () => {
  it.each(['', 'no-such-plan', '../../etc', `${'x'.repeat(2000)}`, '<!channel>', '{"planId":"plan-infisical"}'])(
    'a button with %j is told that there is no such plan',
    async (value) => {
      office = await openOffice(redis, offered);
      const message = await requests(scripts);
      for (const action of ['approve', 'deny', 'restore', 'details', 'request', 'breakglass', 'review', 'cancel']) {
        const text = { type: 'plain_text', text: 'Press' };
        const elements = [{ type: 'button', action_id: `plan.${action}`, value, text }];
        const forged = { ...message, blocks: [{ type: 'actions', block_id: 'b', elements }] };
        expect(await read(office.told('U0GRACE', press('U0GRACE', forged, 'Press')))).toMatch(
          /There is no such plan any more/,
        );
      }
    },
  );

  it('a form whose metadata was altered changes nothing', async () => {
    office = await openOffice(redis, offered);
    await asksFor(scripts);
    const form = await office.modal('U0ADA');
    const { slack } = office;
    const altered = { ...form.definition, private_metadata: 'plan-infisical; DROP C0PLATFORM' };
    await office.client.views.update({ view_id: form.id, view: altered as never });
    const changed = await slack.workspace.until(() =>
      slack.workspace.views('U0ADA').find(({ definition }) => definition.private_metadata === altered.private_metadata),
    );
    const told = await slack.person('U0ADA').submit(changed, { Reason: 'left over for long' });
    expect(told.shown).toBeUndefined();
    const direct = await slack.workspace.until(() => slack.workspace.directMessages('U0ADA').at(-1));
    expect(textOf(direct)).toMatch(/There is no such plan any more/);
    expect(office.jobs.filter(({ type }) => type === 'deliver')).toEqual([]);
  });
});

describe('when the desk is slow, or fails', () => {
  it('closes the form in time and tells its sender later', async () => {
    const gate = Promise.withResolvers<void>();
    office = await openOffice(redis, offered, {
      patienceMs: 1,
      before: (desk) => ({ ...desk, request: (...said) => gate.promise.then(() => desk.request(...said)) }),
    });
    await asksFor(scripts);
    const { workspace } = office.slack;
    const told = office.told('U0ADA', async () => {
      await office.slack.person('U0ADA').submit(await office.modal('U0ADA'), { Reason: 'left over for long' });
      await workspace.until(() => workspace.views('U0ADA').length === 0);
      gate.resolve();
    });
    expect(await read(told)).toMatch(/Not recorded yet.*press again; a decision counts once/);
    const later = await workspace.until(() =>
      workspace.ephemerals('U0ADA').find((said) => /Requested/.test(textOf(said))),
    );
    expect(words(later)).toMatch(/Requested: Delete 2 leftovers/);
  });

  it('keeps what was typed where it can be sent again', async () => {
    const away = new UnavailableError('redis.away', 'Redis does not answer', 'send it again in a moment');
    let isAway = true;
    office = await openOffice(redis, offered, {
      before: (desk) => ({
        ...desk,
        request: async (...said) => {
          if (isAway) throw away;
          return desk.request(...said);
        },
      }),
    });
    await asksFor(scripts);
    const ada = office.slack.person('U0ADA');
    await ada.submit(await office.modal('U0ADA'), { Reason: 'left over for long' });
    const form = await office.modal('U0ADA');
    expect(textOf(form)).toMatch(/Reason: left over for long[\s\S]*! Redis does not answer: send it again in a moment/);
    isAway = false;
    expect(await read(office.told('U0ADA', () => ada.submit(form)))).toMatch(/Requested/);
  });

  it('says to press again when the ticket for the form has run out', async () => {
    office = await openOffice(redis, offered, {
      before: (desk) => ({
        ...desk,
        card: async (id) => {
          office.pass(10);
          return desk.card(id);
        },
      }),
    });
    office.offer = offerOf({ plan: scripts });
    const { slack } = office;
    await slack.person('U0ADA').command('/drift fix infisical', PLATFORM);
    const { workspace } = slack;
    const offer = await workspace.until(() =>
      workspace.ephemerals('U0ADA').find((said) => /on offer/.test(textOf(said))),
    );
    const told = await read(office.told('U0ADA', press('U0ADA', offer, 'Request clean-up…')));
    expect(told).toMatch(/expired_trigger_id[\s\S]*→ press the button again/);
  });

  it('is acknowledged once it is recorded, and not before', async () => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    office = await openOffice(redis, offered, {
      before: (desk) => ({
        ...desk,
        async approve(...said) {
          reached.resolve();
          await gate.promise;
          return desk.approve(...said);
        },
      }),
    });
    const message = await requests(scripts);
    const { slack, memory } = office;
    let recordedAtAck: boolean | undefined;
    const pressed = slack
      .person('U0GRACE')
      .press(message, 'Approve')
      .then(async (outcome) => {
        recordedAtAck = (await memory.plans.find(scripts.id))?.approval.some(({ type }) => type === 'approve');
        return outcome;
      });
    await reached.promise;
    expect(recordedAtAck).toBeUndefined();
    gate.resolve();
    expect((await pressed).shown).toBeUndefined();
    expect(recordedAtAck).toBe(true);
  });

  it('says that it is not recorded yet before it acknowledges a click that takes long', async () => {
    const gate = Promise.withResolvers<void>();
    let isSlow = false;
    office = await openOffice(redis, offered, {
      patienceMs: 1,
      before: (desk) => ({
        ...desk,
        deny: async (...said) => {
          if (isSlow) await gate.promise;
          return desk.deny(...said);
        },
      }),
    });
    const message = await requests(scripts);
    isSlow = true;
    const { slack } = office;
    expect(await read(office.told('U0GRACE', press('U0GRACE', message, 'Deny')))).toMatch(
      /Not recorded yet.*press again; a decision counts once/,
    );
    gate.resolve();
    const told = await slack.workspace.until(() =>
      slack.workspace.ephemerals('U0GRACE').find((said) => /Denied/.test(textOf(said))),
    );
    expect(words(told)).toMatch(/Denied: Delete 2 leftovers/);
  });

  it('says so beside the message', async () => {
    office = await openOffice(redis, offered, {
      before: (desk) => ({
        ...desk,
        deny: async () => {
          throw new UnavailableError('redis.away', 'Redis does not answer', 'press it again in a moment');
        },
      }),
    });
    const message = await requests(scripts);
    const told = await read(office.told('U0GRACE', press('U0GRACE', message, 'Deny')));
    expect(told).toMatch(/Redis does not answer\. It may work in a moment\.\n→ press it again in a moment\nReference/);
  });
});

describe('on the demo’s terminal', () => {
  it('is played by number, by label and by filling in', async () => {
    office = await openOffice(redis, offered);
    office.offer = offerOf({ plan: leftovers });
    const typed = [
      '/drift fix infisical',
      'press Request clean-up…',
      'left over since the ingress moved',
      'submit',
      'wait asks: left over since',
      'as grace',
      'press Approve',
      'infiscal',
      'submit',
      'infisical',
      'submit',
      'wait Approved by @grace',
      'press Details',
      'close',
    ];
    const text = await onTerminal(office, typed);
    expect(text).toMatch(/┃ Request a clean-up\n┃ Delete 11 leftovers of infisical/);
    expect(text).toMatch(/Reason > left over since the ingress moved\nsubmit or cancel > submit/);
    expect(text).toMatch(/│ @ada asks: left over since the ingress moved/);
    expect(text).toMatch(/Name of the app \(That is not the app’s name: type infisical\.\) > infisical/);
    expect(text).toMatch(/│ Approved: Delete 11 leftovers of infisical, and waits for 1 more approval/);
    expect(text).toMatch(/┃ .* · approved by @grace/);
  });
});

async function onTerminal({ slack, clock }: Office, typed: readonly string[]): Promise<string> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(`${typed.join('\n')}\n`);
  await runTerminal({
    input,
    output,
    env: {},
    visit: { slack, deeds: [], now: clock.now, advance: async () => undefined },
    start: { person: 'U0ADA', channel: PLATFORM },
    welcome: [],
    isReportDue: false,
    signal: new AbortController().signal,
    onInterrupt: () => undefined,
    pace: { updateMs: 20, quietMs: 100, newsMs: 300, answerMs: 120_000 },
  });
  output.end();
  return (await output.toArray()).join('');
}

describe('asking without an answer', () => {
  it('says so when no plan comes, and names near apps', async () => {
    office = await openOffice(redis, offered);
    await office.slack.person('U0ADA').command('/drift fix infisical', PLATFORM);
    const { workspace } = office.slack;
    const late = await workspace.until(
      () => workspace.ephemerals('U0ADA').find((said) => /no plan for/.test(textOf(said))),
      20_000,
    );
    expect(textOf(late)).toMatch(/after 1 min[\s\S]*Plan again/);
    const unknown = await office.told('U0ADA', () =>
      office.slack.person('U0ADA').command('/drift fix infiscal', PLATFORM),
    );
    expect(textOf(unknown)).toMatch(/There is no app[\s\S]*\[1 infisical\]/);
  });

  it('lists what waits, for those who may see it', async () => {
    office = await openOffice(redis, offered);
    await requests(scripts);
    office.pass(60);
    const ask = (person: string, channel: string) =>
      read(office.told(person, () => office.slack.person(person).command('/drift approvals', channel)));
    expect(await ask('U0GRACE', PLATFORM)).toMatch(
      /1 waiting[\s\S]*asked by @U0ADA 1 h ago[\s\S]*waits for 1 approval, expires in 22 h/,
    );
    expect(await ask('U0KEN', 'C0PAYMENTS')).toMatch(/Nothing waits, runs or can be restored/);
  });

  it('tells in a direct message where the bot is not in the channel', async () => {
    office = await openOffice(redis, offered);
    await asksFor(scripts, 'C0GENERAL');
    await office.slack.person('U0ADA').submit(await office.modal('U0ADA'), { Reason: 'left over for long' });
    const { workspace } = office.slack;
    const direct = await workspace.until(() => workspace.directMessages('U0ADA').at(-1));
    expect(words(direct)).toMatch(/Requested: Delete 2 leftovers of infisical. It stands in #C0PLATFORM/);
  });
});
