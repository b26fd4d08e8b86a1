import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { WebClient } from '@slack/web-api';
import { parse } from 'yaml';
import { makeLog } from '../../src/adapters/log/pino-log.ts';
import { makeMetrics } from '../../src/adapters/metrics/prometheus.ts';
import type { Memory } from '../../src/adapters/redis/client.ts';
import type { Policy } from '../../src/core/policy/policy.ts';
import { scopesFor } from '../../src/core/policy/visibility.ts';
import type { Offer, Plan } from '../../src/core/remedy/plan/plan.ts';
import { makeDeliverMessages } from '../../src/flows/deliver-messages.ts';
import { makeReadFleet } from '../../src/flows/read-fleet.ts';
import type { ApprovalDesk } from '../../src/flows/remedy/approval-desk.ts';
import { makeAuditPlan } from '../../src/flows/remedy/audit-plan.ts';
import { makeApprovalDesk } from '../../src/flows/remedy/make-approval-desk.ts';
import { makeNotePlan, makePublishPlan } from '../../src/flows/remedy/publish-plan.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Job } from '../../src/ports/queue.ts';
import type { RemedyDeps } from '../../src/slack/answers/answer.ts';
import { answers } from '../../src/slack/answers/answers.ts';
import { makeSlackEdge } from '../../src/slack/bolt-app.ts';
import { makeConverse } from '../../src/slack/converse.ts';
import { listenToButtons } from '../../src/slack/listeners/actions/buttons.ts';
import { listenToPlanButtons } from '../../src/slack/listeners/actions/plan-buttons.ts';
import { listenToDrift } from '../../src/slack/listeners/commands/drift.ts';
import { makeListen } from '../../src/slack/listeners/listen.ts';
import { listenToPlanForms } from '../../src/slack/listeners/views/plan-forms.ts';
import { makeChannels } from '../../src/slack/web/channels.ts';
import { makeDirectory } from '../../src/slack/web/directory.ts';
import { type RunningSlack, startSlack } from '../../world/slack/start-slack.ts';
import { textOf } from '../../world/slack/text.ts';
import type { Ephemeral, Message, View } from '../../world/slack/workspace/types.ts';
import { aSnapshot } from './memory-builders.ts';
import { makeShortPace, UNHURRIED, UNHURRIED_SLACK } from './pace.ts';
import { at, INFISICAL } from './plan-cards.ts';
import type { TestRedis } from './redis.ts';
import { aStoryApp } from './story-memory.ts';

export const PLATFORM = 'C0PLATFORM';

const anywhere = { instances: ['*'], projects: ['*'], apps: ['*'], environments: ['*'] };
const policy: Policy = {
  roles: {
    'platform-operator': { users: [], groups: ['S0PLATFORM'] },
    developer: { users: ['U0KEN'], groups: [] },
    'break-glass': { users: ['U0LINUS'], groups: [] },
  },
  grants: [
    { role: 'platform-operator', request: [0, 1, 2, 3], approve: [1, 2, 3], ...anywhere },
    { role: 'developer', request: [], approve: [], ...anywhere },
    { role: 'break-glass', request: [], approve: [1, 2, 3], ...anywhere },
  ],
};

const CHANNELS = [
  { id: PLATFORM, instances: ['*'], projects: ['*'], alerts: true, digest: noDigest() },
  { id: 'C0PAYMENTS', instances: ['*'], projects: ['payments'], alerts: true, digest: noDigest() },
];

function noDigest() {
  return { enabled: false, at: '09:00', timeZone: 'UTC', quietDay: 'line' as const };
}

/** The Slack edge that ships over real Bolt, the real desk over a real Redis, and no workers but the one that delivers. */
export interface Office {
  readonly slack: RunningSlack;
  readonly memory: Memory;
  readonly desk: ApprovalDesk;
  /** As the bot calls Slack. */
  readonly client: WebClient;
  /** What was asked of the workers. */
  readonly jobs: readonly Job[];
  readonly logged: readonly string[];
  /** What a planner would answer; undefined: it never does. */
  offer: ((offerId: string) => Offer) | undefined;
  readonly clock: Clock;
  pass(minutes: number): void;
  /** The last message about a plan in its channel, once it says this. */
  message(says?: RegExp): Promise<Message>;
  /** The text of the next thing that only this person is told. */
  told(person: string, act: () => Promise<unknown>): Promise<Ephemeral>;
  /** The modal that stands open before somebody. */
  modal(person: string): Promise<View>;
  close(): Promise<void>;
}

export interface OfficeOptions {
  /** What stands between the edge and the desk. */
  readonly before?: (desk: ApprovalDesk) => ApprovalDesk;
  readonly patienceMs?: number;
}

export async function openOffice(
  redis: TestRedis,
  drafts: readonly Plan[],
  { before = (desk) => desk, patienceMs }: OfficeOptions = {},
): Promise<Office> {
  let now = Date.parse(at(2));
  const clock = { now: () => new Date(now) };
  const manifest = parse(readFileSync('manifest.yml', 'utf8'));
  const slack = await startSlack({ clock, manifest, ...UNHURRIED_SLACK });
  const memory = await redis.memory({ clock });
  const logged: string[] = [];
  const log = makeLog({ level: 'debug', destination: { write: (line: string) => void logged.push(line) } as never });
  const { botToken, appToken, apiUrl } = slack;
  const edge = makeSlackEdge({ mode: 'socket', botToken, appToken, apiUrl }, log, UNHURRIED);
  const deliver = makeDeliverMessages({
    outbox: memory.outbox,
    channels: makeChannels(edge.app.client),
    locks: memory.locks,
    clock,
    log,
    newId: randomUUID,
    takeTurn: async () => undefined,
  });
  const jobs: Job[] = [];
  const queue = {
    async ask(job: Job): Promise<void> {
      jobs.push(job);
      if (job.type === 'deliver') await deliver(job.channel, new AbortController().signal);
      if (job.type === 'plan' && office.offer !== undefined) await memory.plans.saveOffer(office.offer(job.offerId));
    },
  };
  const told = { plans: memory.plans, outbox: memory.outbox, queue, clock, policy };
  const facts = {
    ...told,
    restoreForMs: 7 * 86_400_000,
    reviewWithinMs: 86_400_000,
    bundleCommand: () => 'kubectl apply -f bundle',
  };
  const directory = makeDirectory(edge.app.client, { groups: ['S0PLATFORM'], clock });
  const desk = makeApprovalDesk({
    ...facts,
    apps: memory.apps,
    ledger: memory.ledger,
    log,
    directory,
    channels: CHANNELS,
    platformChannel: PLATFORM,
    frozenBy: () => undefined,
    auditPlan: makeAuditPlan(memory.ledger),
    publishPlan: makePublishPlan(facts),
    notePlan: makeNotePlan(facts),
  });
  const remedy: RemedyDeps = {
    plans: memory.plans,
    desk: before(desk),
    canFix: (instance) => instance === 'prod',
    bundlePlace: () => 'a Secret in namespace plumbline',
    newId: randomUUID,
  };
  const metrics = makeMetrics();
  const nothing = (): never => {
    throw new TypeError('nobody asks for this here');
  };
  const converse = makeConverse({
    answers,
    answerDeps: {
      fleet: makeReadFleet({ ...memory, instances: ['prod'] }),
      lookLive: nothing,
      queue,
      tellChannels: { tell: nothing, preview: nothing, sendNow: nothing },
      channels: CHANNELS,
      runDoctor: nothing,
      sendFile: nothing,
      remedy,
      clock,
      pace: makeShortPace(1 / 300),
    },
    viewerOf: async (user, channel) => ({
      user,
      channel,
      scopes: scopesFor(CHANNELS, policy, channel, await directory.person(user)),
    }),
    metrics,
  });
  const listen = makeListen({ log, metrics, correlated: (_, work) => work() });
  listenToDrift(edge.app, listen, converse);
  listenToButtons(edge.app, listen, converse);
  const pace = patienceMs === undefined ? UNHURRIED : { limit: () => patienceMs };
  listenToPlanButtons(edge.app, listen, { ...remedy, pace });
  listenToPlanForms(edge.app, listen, { ...remedy, pace });
  await edge.start();
  const records = [aStoryApp(INFISICAL.name, { project: 'platform' })];
  await memory.apps.apply('prod', { records, gone: [], movements: [] });
  await memory.snapshots.publish(aSnapshot(await memory.apps.rows('prod'), []), { patterns: [], rows: [] });
  for (const plan of drafts) await memory.plans.saveDraft(plan);

  const { workspace } = slack;
  const office: Office = {
    slack,
    memory,
    desk,
    client: edge.app.client,
    jobs,
    logged,
    clock,
    offer: undefined,
    pass: (minutes) => {
      now += minutes * 60_000;
    },
    message: (says = /./) =>
      workspace.until(() =>
        workspace
          .messages(PLATFORM)
          .filter(({ threadTs, ts }) => threadTs === undefined || threadTs === ts)
          .findLast((message) => says.test(textOf(message))),
      ),
    async told(person, act) {
      const before = workspace.ephemerals(person).length;
      await act();
      return workspace.until(() => workspace.ephemerals(person)[before]);
    },
    modal: (person) => workspace.until(() => workspace.views(person).at(-1)),
    async close() {
      await edge.stop();
      await slack.close();
    },
  };
  return office;
}
