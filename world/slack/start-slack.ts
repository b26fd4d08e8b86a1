import type { AppManifest } from './app-settings.ts';
import { appSettings } from './app-settings.ts';
import { BOT_USER, defaultChannels, defaultGroups, defaultPeople } from './default-workspace.ts';
import type { Outgoing } from './delivery.ts';
import { type LoggedDelivery, logging, withFaults } from './delivery-layers.ts';
import { makeSlackFaults, type SlackFaults } from './faults.ts';
import { makeHttpDelivery } from './http-delivery/http-delivery.ts';
import { startHttpServer } from './http-server.ts';
import { makeEvents } from './interactions/events.ts';
import { type Hands, makePerson } from './person.ts';
import { makeReadModel, type ReadModel } from './read-model.ts';
import { makeResponseUrls } from './response-urls.ts';
import type { Site } from './site.ts';
import { makeSocketMode } from './socket-mode/socket-mode.ts';
import { makeTriggers } from './triggers.ts';
import { type LoggedCall, makeDispatcher } from './web-api/dispatch.ts';
import { makeRateLimits } from './web-api/rate-limits.ts';
import { type Clock, makeIds } from './workspace/ids.ts';
import { makeWorkspace, type Workspace } from './workspace/make-workspace.ts';
import type { Channel, Person, UserGroup } from './workspace/types.ts';

export interface SlackOptions {
  readonly clock?: Clock;
  /** The app's manifest, parsed; without one the app may do everything. */
  readonly manifest?: AppManifest;
  readonly people?: readonly Person[];
  readonly groups?: readonly UserGroup[];
  readonly channels?: readonly Channel[];
  readonly mode?: 'socket' | 'http';
  readonly port?: number;
  /** Slack waits three seconds; tests of silence wait less. */
  readonly ackTimeoutMs?: number;
  /** Slack's tickets for a modal are good for three seconds. */
  readonly triggerLifetimeMs?: number;
  readonly eventRetryDelays?: readonly number[];
  /** Off unless asked for: one message a second and channel, and the tiers of the methods. */
  readonly rateLimits?: boolean;
}

export interface RunningSlack {
  /** Ends with `/api/`. */
  readonly apiUrl: string;
  readonly botToken: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly workspace: ReadModel;
  person(id: string): Hands;
  readonly faults: SlackFaults;
  /** Sets the app's request URL, after a challenge as in Slack; from then on delivery is by HTTP. */
  deliverTo(url: string): Promise<void>;
  /** Every call of the Web API, oldest first. */
  readonly calls: readonly LoggedCall[];
  /** Everything sent to the app and what came of it, oldest first. */
  readonly deliveries: readonly LoggedDelivery[];
  readonly socketConnections: number;
  /** What a workspace owner can do. */
  readonly admin: Pick<Workspace, 'archive' | 'join' | 'leave' | 'setGroup'> & {
    setPlan(plan: 'free' | 'paid'): void;
    /** As an installation with these scopes would be. */
    setScopes(scopes: readonly string[]): void;
    setRateLimits(isOn: boolean): void;
  };
  close(): Promise<void>;
}

const RETRY_DELAYS = [0, 60_000, 300_000] as const;
const ACK_TIMEOUT_MS = 3000;

export async function startSlack(options: SlackOptions = {}): Promise<RunningSlack> {
  const { clock = { now: () => new Date() }, mode = 'socket', ackTimeoutMs = ACK_TIMEOUT_MS } = options;
  const ids = makeIds(clock);
  const app = appSettings(options.manifest);
  const workspace = makeWorkspace({
    clock,
    ids,
    people: options.people ?? defaultPeople,
    groups: options.groups ?? defaultGroups,
    channels: options.channels ?? defaultChannels,
    bot: { appId: 'A0PLUMBLINE', botId: 'B0PLUMBLINE', userId: BOT_USER, name: app.name },
  });
  const tokens = { bot: `xoxb-${ids.secret('bot')}`, app: `xapp-1-${ids.secret('app')}` };
  const signingSecret = ids.secret('signing');
  const sockets = makeSocketMode({ ids, appId: workspace.bot.appId, ackTimeoutMs });
  const http = makeHttpDelivery({ signingSecret: () => signingSecret, ackTimeoutMs });
  const faults = makeSlackFaults(() => sockets);
  const deliveries: LoggedDelivery[] = [];
  let isHttp = mode === 'http';
  const transport = { deliver: (outgoing: Outgoing) => (isHttp ? http : sockets).deliver(outgoing) };
  const delivery = withFaults(logging(transport, deliveries), faults);
  const events = makeEvents({ workspace, delivery, retryDelays: options.eventRetryDelays ?? RETRY_DELAYS });
  const calls: LoggedCall[] = [];
  let url = '';
  let plan: 'free' | 'paid' = 'paid';
  let granted = app.scopes;
  let rateLimits = options.rateLimits ? makeRateLimits(clock) : undefined;

  const site: Site = {
    workspace,
    app: {
      ...app,
      get scopes() {
        return granted;
      },
    },
    events,
    triggers: makeTriggers(clock, ids, options.triggerLifetimeMs),
    responseUrls: makeResponseUrls(workspace, (token) => `${url}/actions/${token}`),
    hasUserGroups: () => plan === 'paid',
    issueSocketUrl: () =>
      `${url.replace('http', 'ws')}/link/?ticket=${sockets.issueTicket()}&app_id=${workspace.bot.appId}`,
    uploadUrlFor: (fileId) => `${url}/upload/${fileId}`,
  };
  const server = await startHttpServer({
    port: options.port,
    dispatch: makeDispatcher({ site, tokens, rateLimits: () => rateLimits, log: (call) => calls.push(call) }),
    responseUrls: site.responseUrls,
    files: workspace.files,
    faults,
    clock,
    onUpgrade: sockets.onUpgrade,
  });
  url = server.url;
  const hands = new Map(workspace.people.map((person) => [person.id, makePerson(site, delivery, person)]));

  return {
    apiUrl: `${url}/api/`,
    botToken: tokens.bot,
    appToken: tokens.app,
    signingSecret,
    workspace: makeReadModel(workspace),
    person(id) {
      const person = hands.get(id);
      if (!person) throw new Error(`there is no person ${id}`);
      return person;
    },
    faults,
    async deliverTo(target) {
      await http.setUrl(target);
      isHttp = true;
    },
    calls,
    deliveries,
    get socketConnections() {
      return sockets.connections;
    },
    admin: {
      archive: workspace.archive,
      join: workspace.join,
      leave: workspace.leave,
      setGroup: workspace.setGroup,
      setScopes(scopes) {
        granted = scopes;
      },
      setPlan(next) {
        plan = next;
      },
      setRateLimits(isOn) {
        rateLimits = isOn ? makeRateLimits(clock) : undefined;
      },
    },
    async close() {
      events.close();
      await sockets.close();
      await server.close();
    },
  };
}
