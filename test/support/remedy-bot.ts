import type { Config } from '../../src/config/schema.ts';
import type { AuditEntry } from '../../src/core/audit/entry.ts';
import { textOf } from '../../world/slack/text.ts';
import type { Ephemeral, Message, View } from '../../world/slack/workspace/types.ts';
import type { StoryDeeds } from '../../world/story/deeds.ts';
import { PATIENCE_MS } from './pace.ts';
import { type BotOptions, eventually, PLATFORM, type RunningBot, startRunningBot } from './running-bot.ts';

/** The running bot with changes enabled, and what people do with it: ask, approve, deny, restore. */
export interface RemedyBot {
  readonly bot: RunningBot;
  readonly deeds: StoryDeeds;
  /** What `/drift fix APP` ends with. */
  offer(app: string, options?: Where): Promise<Ephemeral>;
  /** Fills in the form behind a button of an offer; the request as it stands in its channel. */
  request(
    app: string,
    options?: Where & { readonly button?: number; readonly reason?: string; readonly offered?: Ephemeral },
  ): Promise<Message>;
  /** Presses Approve and types the app's name where that is asked for. */
  approve(message: Message, as: string, typed?: string): Promise<void>;
  press(message: Message | Ephemeral, label: string, as: string): Promise<void>;
  /** A form that the person has on the screen. */
  form(as: string, title: RegExp): Promise<View>;
  submit(view: View, as: string, values: Readonly<Record<string, string>>): Promise<void>;
  /** What stands there now. */
  current(message: Message): Message;
  /** The text of the message once it matches. */
  becomes(message: Message, what: RegExp): Promise<string>;
  /** Presses, and what the person alone is told then. */
  told(message: Message | Ephemeral, label: string, as: string): Promise<string>;
  /** Below the message, oldest first. */
  thread(message: Message): readonly string[];
  /** What is said below it, once it matches. */
  threaded(message: Message, what: RegExp): Promise<string>;
  ledger(): Promise<readonly AuditEntry[]>;
  close(): Promise<void>;
}

interface Where {
  readonly as?: string;
  readonly in?: string;
}

export const ADA = 'U0ADA';
export const GRACE = 'U0GRACE';
export const LINUS = 'U0LINUS';
export const MARGARET = 'U0MARGARET';
export const KEN = 'U0KEN';
export const VERA = 'U0VERA';

/** What a person reads, without the marks of formatting. */
export function words(shown: Message | Ephemeral | View): string {
  return textOf(shown).replaceAll(/[*`]/g, '');
}

const CALM_MS = 20;

export interface RemedyBotOptions extends BotOptions {
  /** How long people wait for an answer. */
  readonly patienceMs?: number;
}

export async function startRemedyBot({
  patienceMs = PATIENCE_MS,
  ...options
}: RemedyBotOptions = {}): Promise<RemedyBot> {
  const bot = await startRunningBot({
    ...options,
    isStopped: true,
    config: (config, world) => {
      const enabled = withRemedy(config, world);
      return options.config?.(enabled, world) ?? enabled;
    },
  });
  const { slack, world } = bot;
  const { workspace } = slack;
  const { deeds } = world;
  if (deeds === null) throw new TypeError('the story has deeds');
  if (!options.isStopped) {
    await bot.start();
    await workspace.until(() => bot.said()[0], patienceMs);
    await eventually('the first scan is over', () => bot.queue.isIdle());
  }

  const remedy: RemedyBot = {
    bot,
    deeds,
    async offer(app, { as = ADA, in: channel = PLATFORM } = {}) {
      const before = workspace.ephemerals(as).length;
      const outcome = await slack.person(as).command(`/drift fix ${app}`, channel);
      if (outcome.shown !== undefined) throw new Error(`Slack showed ${outcome.shown}`);
      return workspace.until(
        () =>
          workspace
            .ephemerals(as)
            .slice(before)
            .find((one) => words(one).includes(`for ${app}`)),
        patienceMs,
      );
    },
    async request(app, { button = 1, reason = 'left over since the spring', as = ADA, offered, ...where } = {}) {
      const offer = offered ?? (await remedy.offer(app, { as, ...where }));
      const channels = workspace.channels.map(({ id }) => id);
      const known = new Set(channels.flatMap((id) => workspace.messages(id)).map(({ ts }) => ts));
      await slack.person(as).press(offer, button);
      const view = await remedy.form(as, /^Request/);
      await remedy.submit(view, as, { reason });
      return workspace.until(
        () =>
          channels
            .flatMap((id) => workspace.messages(id))
            .find((one) => !known.has(one.ts) && words(one).startsWith('Request: ')),
        patienceMs,
      );
    },
    async approve(message, as, typed) {
      await remedy.press(message, 'Approve', as);
      if (typed === undefined) return;
      await remedy.submit(await remedy.form(as, /^Approve/), as, { name: typed });
    },
    async press(message, label, as) {
      const outcome = await slack.person(as).press(message, label);
      if (outcome.shown !== undefined) throw new Error(`Slack showed ${outcome.shown} for ${label}`);
    },
    form: (as, title) =>
      workspace.until(() => {
        const view = workspace.views(as).at(-1);
        return view && title.test(words(view)) ? view : undefined;
      }, patienceMs),
    async submit(view, as, values) {
      const { shown } = await slack.person(as).submit(view, values);
      if (shown !== undefined) throw new Error(`Slack showed ${shown}`);
    },
    current(message) {
      const now = workspace.messages(message.channel).find(({ ts }) => ts === message.ts);
      if (!now) throw new Error('the message is gone');
      return now;
    },
    becomes: (message, what) =>
      workspace.until(() => {
        const text = words(remedy.current(message));
        return what.test(text) ? text : undefined;
      }, patienceMs),
    async told(message, label, as) {
      const before = workspace.ephemerals(as).length;
      await remedy.press(message, label, as);
      const [answer] = await workspace.until(() => {
        const news = workspace.ephemerals(as).slice(before);
        return news.length > 0 && news;
      }, patienceMs);
      return answer ? words(answer) : '';
    },
    thread: ({ channel, ts }) =>
      workspace
        .thread(channel, ts)
        .filter((one) => one.ts !== ts)
        .map(words),
    threaded: (message, what) =>
      workspace.until(() => remedy.thread(message).find((text) => what.test(text)), patienceMs),
    async ledger() {
      const { ledger } = bot.memory;
      const { last } = await ledger.end();
      return last === 0 ? [] : ledger.entries({ from: 1, to: last });
    },
    close: () => bot.close(),
  };
  return remedy;
}

/** Nobody is at work any more: what was asked for has been done or refused. */
export async function calm({ bot }: RemedyBot): Promise<void> {
  await eventually('nothing is left to do', async () => {
    if (!(await bot.queue.isIdle())) return false;
    await new Promise((resolve) => setTimeout(resolve, CALM_MS));
    return bot.queue.isIdle();
  });
}

function withRemedy(config: Config, { argocd, accounts }: RunningBot['world']): Config {
  if (accounts === null || argocd.writeToken === null) throw new TypeError('the story has accounts for changes');
  const { read, write, bundleNamespace } = accounts;
  const cluster = (kubeconfig: string) => ({ inCluster: false, destinations: {}, requestsPerSecond: 1000, kubeconfig });
  const everywhere = { instances: ['*'], projects: ['*'], apps: ['*'], environments: ['*'] };
  return {
    ...config,
    instances: config.instances.map((instance) => ({
      ...instance,
      kubernetes: cluster(read),
      remediation: {
        ...instance.remediation,
        enabled: true,
        argocdToken: argocd.writeToken ?? '',
        kubernetes: cluster(write),
        bundleNamespace,
      },
    })),
    policy: {
      ...config.policy,
      roles: {
        'platform-operator': { users: [], groups: ['S0PLATFORM'] },
        'release-manager': { users: [], groups: ['S0RELEASE'] },
        developer: { users: [], groups: ['S0PAYMENTS'] },
        'break-glass': { users: [], groups: ['S0ONCALL'] },
      },
      grants: [
        { role: 'platform-operator', request: [0, 1, 2, 3], approve: [1, 2, 3], ...everywhere },
        { role: 'release-manager', request: [0, 1, 2], approve: [1], ...everywhere },
        { role: 'developer', request: [0, 1, 2, 3], approve: [], ...everywhere, projects: ['apps', 'platform'] },
        { role: 'break-glass', request: [], approve: [1, 2, 3], ...everywhere },
      ],
    },
  };
}
