import type { JsonObject } from '../../core/model/json.ts';
import type { Acknowledgement, Delivery } from './delivery.ts';
import { type Control, controlsOf, findControl, optionsOf } from './interactions/controls.ts';
import { escapeTyped, urlsIn } from './interactions/escape.ts';
import { type Given, heldText, initialState, isFilled, valueFor, withValue } from './interactions/input-state.ts';
import {
  actionFor,
  commandPayload,
  messageActionPayload,
  viewActionPayload,
  viewClosedPayload,
  viewSubmissionPayload,
} from './interactions/payloads.ts';
import { blocksOf, isInput, playViewResponse } from './interactions/view-response.ts';
import { respond } from './response-urls.ts';
import type { Site } from './site.ts';
import type { Channel, Ephemeral, InputState, Message, Person, View } from './workspace/types.ts';

/** What Slack tells the person when something did not work; `incomplete` and `not_a_command` never reach the app. */
export type Shown =
  | 'operation_timeout'
  | 'dispatch_failed'
  | 'invalid_command_response'
  | 'not_a_command'
  | 'trouble_connecting'
  | 'incomplete';

export interface Outcome {
  readonly ack: Acknowledgement | undefined;
  readonly shown?: Shown;
}

export type Target = Message | Ephemeral | View;

/** A person at the keyboard. Anything they could not do in Slack throws. */
export interface Hands {
  readonly id: string;
  command(typed: string, channel: string): Promise<Outcome>;
  /** Posts a message; links to the app's domains and joining in reach the app as events. */
  say(channel: string, text: string, threadTs?: string): Promise<Message>;
  join(channel: string): Promise<void>;
  /** By label, action id, or number among the buttons; `option` for a menu. Sees the target as it was when taken. */
  press(target: Target, what: string | number, option?: string): Promise<Outcome>;
  /** Sets a menu, choice or picker outside an input block, which tells the app at once. */
  choose(target: Target, what: string, given: Given): Promise<Outcome>;
  /** Values by block id, action id or label. */
  submit(view: View, values?: Readonly<Record<string, Given>>): Promise<Outcome>;
  closeView(view: View, options?: { readonly all?: boolean }): Promise<Outcome>;
  openHome(): Promise<Outcome>;
}

export function makePerson(site: Site, delivery: Delivery, person: Person): Hands {
  const { workspace, app } = site;
  const messageStates = new Map<string, InputState>();

  function channelFor(id: string): Channel {
    const channel = workspace.channel(id);
    if (!channel) throw new Error(`there is no channel ${id}`);
    if (!channel.members.includes(person.id)) throw new Error(`${person.id} is not in ${id}`);
    return channel;
  }

  async function interact(payload: JsonObject): Promise<Outcome> {
    if (!app.isInteractive) return { ack: undefined, shown: 'dispatch_failed' };
    return outcomeOf(await delivery.deliver({ kind: 'interactive', payload }));
  }

  async function act(target: Target, control: Control, value: JsonObject): Promise<Outcome> {
    const action = actionFor(workspace, control, value);
    if ('definition' in target) {
      const current = workspace.views.find(target.id);
      if (!current || current.user !== person.id) throw new Error(`${person.id} does not see view ${target.id}`);
      const isHeld = Object.keys(value).length > 1 && control.type !== 'overflow';
      const held = isHeld ? workspace.views.fill(current, withValue(current.state, control, value)) : current;
      return interact(viewActionPayload(site, person, held, action));
    }
    if ('recipient' in target && target.recipient !== person.id)
      throw new Error(`only ${target.recipient} sees this message`);
    const before = messageStates.get(target.ts) ?? initialState(target.blocks);
    const state = Object.hasOwn(before[control.blockId] ?? {}, control.actionId)
      ? withValue(before, control, value)
      : before;
    messageStates.set(target.ts, state);
    return interact(messageActionPayload(site, person, channelFor(target.channel), target, state, action));
  }

  function filled(view: View, values: Readonly<Record<string, Given>>): View {
    const state = Object.entries(values).reduce((sum, [what, given]) => {
      const control = findControl(blocksOf(view), what);
      return withValue(sum, control, valueFor(control, given));
    }, view.state);
    return workspace.views.fill(view, state);
  }

  return {
    id: person.id,

    async command(typed, channelId) {
      const channel = channelFor(channelId);
      const [, command = typed, text = ''] = /^(\/\S+)\s*([\s\S]*)$/.exec(typed) ?? [];
      const settings = app.commands ? app.commands.get(command) : { shouldEscape: true };
      if (!settings || !app.scopes.includes('commands')) return { ack: undefined, shown: 'not_a_command' };
      const sent = settings.shouldEscape ? escapeTyped(workspace, text) : text;
      const payload = commandPayload(site, person, channel, command, sent);
      const outcome = outcomeOf(await delivery.deliver({ kind: 'slash_commands', payload }));
      const body = outcome.ack?.status === 'acked' ? outcome.ack.body : undefined;
      if (!body) return outcome;
      const answer = respond(workspace, { user: person.id, channel: channel.id }, body);
      return answer.status === 200 ? outcome : { ...outcome, shown: 'invalid_command_response' };
    },

    async say(channelId, typed, threadTs) {
      const channel = channelFor(channelId);
      const message = workspace.messages.post({
        channel: channel.id,
        user: person.id,
        isFromBot: false,
        text: escapeTyped(workspace, typed),
        blocks: [],
        attachments: [],
        ...(threadTs !== undefined && { threadTs }),
      });
      await announceLinks(site, person, channel, message, typed);
      return message;
    },

    async join(channel) {
      if (!workspace.join(channel, person.id)) return;
      await sendEvent(site, 'member_joined_channel', {
        user: person.id,
        channel,
        channel_type: 'C',
        team: workspace.team.id,
      });
    },

    press(target, what, option) {
      const control = findControl('definition' in target ? blocksOf(target) : target.blocks, what);
      if (control.type !== 'overflow') return act(target, control, { type: control.type });
      const wanted = option ?? what;
      const chosen = optionsOf(control.element).find(({ label, value }) => label === wanted || value === wanted);
      if (!chosen) throw new Error(`"${control.label}" offers no "${wanted}"`);
      return act(target, control, { type: control.type, selected_option: chosen.option });
    },

    choose(target, what, given) {
      const control = findControl('definition' in target ? blocksOf(target) : target.blocks, what);
      return act(target, control, valueFor(control, given));
    },

    async submit(view, values = {}) {
      const top = workspace.views.stack(person.id).at(-1);
      if (top?.id !== view.id) throw new Error(`view ${view.id} is not on top of ${person.id}'s screen`);
      if (top.definition.submit === undefined) throw new Error('this view has nothing to submit');
      const sent = filled(top, values);
      const incomplete = missingIn(sent);
      if (Object.keys(incomplete).length > 0) {
        workspace.views.showErrors(sent, incomplete);
        return { ack: undefined, shown: 'incomplete' };
      }
      const outcome = await interact(viewSubmissionPayload(site, person, sent));
      if (outcome.ack?.status !== 'acked') return outcome;
      const current = workspace.views.find(sent.id) ?? sent;
      return playViewResponse(workspace, current, outcome.ack.body)
        ? outcome
        : { ...outcome, shown: 'trouble_connecting' };
    },

    async closeView(view, { all = false } = {}) {
      const current = workspace.views.find(view.id);
      if (!current) throw new Error(`view ${view.id} is not open`);
      const isAll = all || current.definition.clear_on_close === true;
      workspace.views.close(person.id, isAll);
      if (current.definition.notify_on_close !== true) return { ack: undefined };
      return interact(viewClosedPayload(site, person, current, isAll));
    },

    async openHome() {
      const { id: channel } = workspace.directMessage(person.id);
      return { ack: await sendEvent(site, 'app_home_opened', { user: person.id, channel, tab: 'home' }) };
    },
  };
}

function outcomeOf(ack: Acknowledgement): Outcome {
  switch (ack.status) {
    case 'acked':
      return { ack };
    case 'timeout':
      return { ack, shown: 'operation_timeout' };
    case 'refused':
    case 'unreachable':
      return { ack, shown: 'dispatch_failed' };
  }
}

/** Events the app did not subscribe to stay in Slack. */
async function sendEvent(site: Site, type: string, event: JsonObject): Promise<Acknowledgement | undefined> {
  if (site.app.events && !site.app.events.has(type)) return undefined;
  return site.events.send({ type, ...event });
}

async function announceLinks(
  site: Site,
  person: Person,
  channel: Channel,
  message: Message,
  typed: string,
): Promise<void> {
  const { app, workspace } = site;
  const links = urlsIn(typed).flatMap((url) => {
    const { hostname } = new URL(url);
    const domain = app.unfurlDomains.find((known) => hostname === known || hostname.endsWith(`.${known}`));
    return domain === undefined ? [] : [{ domain, url }];
  });
  if (links.length === 0 || !app.scopes.includes('links:read')) return;
  await sendEvent(site, 'link_shared', {
    channel: channel.id,
    is_bot_user_member: channel.members.includes(workspace.bot.userId),
    user: person.id,
    message_ts: message.ts,
    ...(message.threadTs !== undefined && { thread_ts: message.threadTs }),
    unfurl_id: `${channel.id}.${message.ts}`,
    source: 'conversations_history',
    links,
  });
}

/** What Slack's client checks before it sends a form. */
function missingIn(view: View): Readonly<Record<string, string>> {
  return Object.fromEntries(
    controlsOf(blocksOf(view))
      .filter(isInput)
      .flatMap(({ block, blockId, actionId, type, element }) => {
        const value = view.state[blockId]?.[actionId];
        if (!isFilled(type, value))
          return block.optional === true ? [] : [[blockId, 'Please complete this required field.']];
        const length = heldText(type, value).length;
        if (length < Number(element.min_length ?? 0))
          return [[blockId, `Must be at least ${String(element.min_length)} characters.`]];
        const max = Number(element.max_length ?? Number.POSITIVE_INFINITY);
        return length > max ? [[blockId, `Must be at most ${max} characters.`]] : [];
      }),
  );
}
