import { defined } from '../../src/core/model/defined.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import type { Delivery } from './delivery.ts';
import { type Control, findControl, optionsOf } from './interactions/controls.ts';
import { escapeTyped } from './interactions/escape.ts';
import { objectionsTo, stateWith } from './interactions/form.ts';
import { homeOpened, linksShared, memberJoined } from './interactions/happenings.ts';
import { type Given, initialState, valueFor, withValue } from './interactions/input-state.ts';
import { type Outcome, outcomeOf } from './interactions/outcome.ts';
import {
  actionFor,
  commandPayload,
  messageActionPayload,
  viewActionPayload,
  viewClosedPayload,
  viewSubmissionPayload,
} from './interactions/payloads.ts';
import { blocksOf, playViewResponse } from './interactions/view-response.ts';
import { respond } from './response-urls.ts';
import type { Site } from './site.ts';
import type { Channel, Ephemeral, InputState, Message, Person, View } from './workspace/types.ts';

type Target = Message | Ephemeral | View;

/** A person at the keyboard. What they could not do in Slack is an error. */
export interface Hands {
  readonly id: string;
  command(typed: string, channel: string): Promise<Outcome>;
  /** Posts a message; links to the app's domains reach the app as an event. */
  say(channel: string, text: string, threadTs?: string): Promise<Message>;
  join(channel: string): Promise<void>;
  /**
   * Presses what the target showed when it was taken, so a button that is gone by now can still be pressed, as on a
   * slow screen. By label, action id, or number among the buttons; `option` for an overflow menu.
   */
  press(target: Target, what: string | number, option?: string): Promise<Outcome>;
  /** Sets a menu, choice or picker outside a form, which tells the app at once. */
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
    const direct = workspace.directMessage(person.id);
    const channel = id === direct.id ? direct : workspace.channel(id);
    if (!channel) throw new Error(`there is no channel ${id}`);
    if (!channel.members.includes(person.id)) throw new Error(`${person.id} is not in ${id}`);
    return channel;
  }

  function openView(id: string): View {
    const view = workspace.views.find(id);
    if (view?.user !== person.id) throw new Error(`${person.id} does not see view ${id}`);
    return view;
  }

  async function interact(payload: JsonObject): Promise<Outcome> {
    if (!app.isInteractive) return { ack: undefined, shown: 'dispatch_failed' };
    return outcomeOf(await delivery.deliver({ kind: 'interactive', payload }));
  }

  function act(target: Target, control: Control, value: JsonObject): Promise<Outcome> {
    const action = actionFor(workspace, control, value);
    if ('definition' in target) {
      const view = openView(target.id);
      const isHeld = holds(view.state, control);
      const held = isHeld ? workspace.views.fill(view, withValue(view.state, control, value)) : view;
      return interact(viewActionPayload(site, person, held, action));
    }
    if ('recipient' in target && target.recipient !== person.id)
      throw new Error(`only ${target.recipient} sees this message`);
    const before = messageStates.get(target.ts) ?? initialState(target.blocks);
    const state = holds(before, control) ? withValue(before, control, value) : before;
    messageStates.set(target.ts, state);
    return interact(messageActionPayload(site, person, channelFor(target.channel), target, state, action));
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
        ...defined({ threadTs }),
      });
      await linksShared(site, channel, message);
      return message;
    },

    async join(channel) {
      if (workspace.join(channel, person.id)) await memberJoined(site, person.id, channel);
    },

    async press(target, what, option) {
      const control = findControl(shownBlocks(target), what);
      return act(target, control, pressed(control, option ?? what));
    },

    async choose(target, what, given) {
      const control = findControl(shownBlocks(target), what);
      return act(target, control, valueFor(control, given));
    },

    async submit(view, values = {}) {
      const top = workspace.views.stack(person.id).at(-1);
      if (top?.id !== view.id) throw new Error(`view ${view.id} is not on top of ${person.id}'s screen`);
      if (top.definition.submit === undefined) throw new Error('this view has nothing to submit');
      const sent = workspace.views.fill(top, stateWith(top, values));
      const objections = objectionsTo(sent);
      if (Object.keys(objections).length > 0) {
        workspace.views.showErrors(sent, objections);
        return { ack: undefined, shown: 'incomplete' };
      }
      const outcome = await interact(viewSubmissionPayload(site, person, sent));
      if (outcome.ack?.status !== 'acked') return outcome;
      const current = workspace.views.find(sent.id) ?? sent;
      const isTaken = playViewResponse(workspace, current, outcome.ack.body);
      return isTaken ? outcome : { ...outcome, shown: 'trouble_connecting' };
    },

    async closeView(view, { all = false } = {}) {
      const top = openView(view.id);
      const isAll = all || top.definition.clear_on_close === true;
      const closed = isAll ? workspace.views.stack(person.id).toReversed() : [top];
      workspace.views.close(person.id, isAll);
      const told = closed.filter(({ definition }) => definition.notify_on_close === true);
      const outcomes = await Promise.all(told.map((each) => interact(viewClosedPayload(site, person, each, isAll))));
      return outcomes[0] ?? { ack: undefined };
    },

    async openHome() {
      return { ack: await homeOpened(site, person) };
    },
  };
}

function shownBlocks(target: Target): readonly JsonObject[] {
  return 'definition' in target ? blocksOf(target) : target.blocks;
}

function holds(state: InputState, { blockId, actionId }: Control): boolean {
  return state[blockId]?.[actionId] !== undefined;
}

function pressed(control: Control, wanted: string | number): JsonObject {
  if (control.type !== 'overflow') return { type: control.type };
  const chosen = optionsOf(control.element).find(({ label, value }) => label === wanted || value === wanted);
  if (!chosen) throw new Error(`"${control.label}" offers no "${wanted}"`);
  return { type: control.type, selected_option: chosen.option };
}
