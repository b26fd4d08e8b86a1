import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Site } from '../site.ts';
import type { Workspace } from '../workspace/make-workspace.ts';
import type { Channel, Ephemeral, InputState, Message, Person, View } from '../workspace/types.ts';
import type { Control } from './controls.ts';
import { wireMessage, wireView } from './wire.ts';

/** The verification token: deprecated by Slack in favour of signatures, still in every payload. */
const VERIFICATION_TOKEN = 'verification';

export function commandPayload(
  site: Site,
  person: Person,
  channel: Channel,
  command: string,
  text: string,
): JsonObject {
  const { team, bot } = site.workspace;
  return {
    token: VERIFICATION_TOKEN,
    team_id: team.id,
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: channel.isPrivate ? 'privategroup' : channel.name,
    user_id: person.id,
    user_name: person.name,
    command,
    text,
    api_app_id: bot.appId,
    is_enterprise_install: 'false',
    response_url: site.responseUrls.issue({ user: person.id, channel: channel.id }),
    trigger_id: site.triggers.issue({ user: person.id }),
  };
}

function base({ team, bot }: Workspace, person: Person): JsonObject {
  return {
    user: { id: person.id, username: person.name, name: person.name, team_id: team.id },
    api_app_id: bot.appId,
    token: VERIFICATION_TOKEN,
    team: { id: team.id, domain: team.domain },
    enterprise: null,
    is_enterprise_install: false,
  };
}

/** What the element itself contributes to `actions[0]`. */
export function actionFor(workspace: Workspace, control: Control, value: JsonObject): JsonObject {
  const { element, actionId, blockId, type } = control;
  const { type: _type, ...held } = value;
  return {
    action_id: actionId,
    block_id: blockId,
    type,
    ...(element.text !== undefined && { text: element.text }),
    ...(element.value !== undefined && { value: element.value }),
    ...(element.url !== undefined && { url: element.url }),
    ...(element.style !== undefined && { style: element.style }),
    ...(element.placeholder !== undefined && { placeholder: element.placeholder }),
    ...held,
    action_ts: workspace.ids.ts(),
  };
}

export function messageActionPayload(
  site: Site,
  person: Person,
  channel: Channel,
  source: Message | Ephemeral,
  state: InputState,
  action: JsonObject,
): JsonObject {
  const { workspace } = site;
  const isEphemeral = 'recipient' in source;
  return {
    type: 'block_actions',
    ...base(workspace, person),
    container: {
      type: 'message',
      message_ts: source.ts,
      channel_id: channel.id,
      is_ephemeral: isEphemeral,
      ...(source.threadTs !== undefined && { thread_ts: source.threadTs }),
    },
    trigger_id: site.triggers.issue({ user: person.id }),
    channel: { id: channel.id, name: channel.isPrivate ? 'privategroup' : channel.name },
    ...(!isEphemeral && { message: wireMessage(workspace, source) }),
    state: { values: state },
    response_url: site.responseUrls.issue({
      user: person.id,
      channel: channel.id,
      source: { kind: isEphemeral ? 'ephemeral' : 'message', ts: source.ts },
    }),
    actions: [action],
  };
}

export function viewActionPayload(site: Site, person: Person, view: View, action: JsonObject): JsonObject {
  const { workspace } = site;
  return {
    type: 'block_actions',
    ...base(workspace, person),
    container: { type: 'view', view_id: view.id },
    trigger_id: site.triggers.issue({ user: person.id }),
    view: wireView(workspace, view),
    actions: [action],
  };
}

export function viewSubmissionPayload(site: Site, person: Person, view: View): JsonObject {
  const { workspace } = site;
  return {
    type: 'view_submission',
    ...base(workspace, person),
    trigger_id: site.triggers.issue({ user: person.id }),
    view: wireView(workspace, view),
    response_urls: [],
  };
}

export function viewClosedPayload(site: Site, person: Person, view: View, isCleared: boolean): JsonObject {
  const { workspace } = site;
  return {
    type: 'view_closed',
    ...base(workspace, person),
    view: wireView(workspace, view),
    is_cleared: isCleared,
  };
}
