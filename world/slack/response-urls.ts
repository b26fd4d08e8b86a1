import { isObject, type Json, type JsonObject, stringAt } from '../../src/core/model/json.ts';
import { contentOf } from './content.ts';
import { type Draft, describe, messageRefusal } from './validate/message.ts';
import type { Workspace } from './workspace/make-workspace.ts';
import type { Content } from './workspace/types.ts';

/** What the interaction began with; a command has no message that could be replaced. */
export interface Origin {
  readonly user: string;
  readonly channel: string;
  readonly source?: { readonly kind: 'message' | 'ephemeral'; readonly ts: string };
}

export interface UrlAnswer {
  readonly status: number;
  readonly body: string;
}

/** Five answers within half an hour: docs/facts.md#response-urls. */
/** Five answers within half an hour: docs/facts.md#response-urls. */
/** Five answers within half an hour: docs/facts.md#response-urls. */
export interface ResponseUrls {
  issue(origin: Origin): string;
  post(token: string, body: Json): UrlAnswer;
}

const LIFETIME_MS = 30 * 60_000;
const USES = 5;

export function makeResponseUrls(workspace: Workspace, urlFor: (token: string) => string): ResponseUrls {
  const issued = new Map<string, { readonly origin: Origin; readonly at: number; uses: number }>();
  return {
    issue(origin) {
      const token = workspace.ids.secret('response url');
      issued.set(token, { origin, at: workspace.clock.now().getTime(), uses: 0 });
      return urlFor(token);
    },
    post(token, body) {
      const entry = issued.get(token);
      if (!entry) return refusal(404, 'invalid_url');
      if (workspace.clock.now().getTime() - entry.at > LIFETIME_MS) return refusal(404, 'expired_url');
      if (entry.uses >= USES) return refusal(404, 'used_url');
      if (!isObject(body)) return refusal(400, 'invalid_payload');
      const answer = respond(workspace, entry.origin, body);
      if (answer.status === 200) entry.uses += 1;
      return answer;
    },
  };
}

/** Plays one answer to an interaction: also what a command's acknowledgement may carry. */
export function respond(workspace: Workspace, origin: Origin, body: JsonObject): UrlAnswer {
  if (isTrue(body.delete_original)) {
    remove(workspace, origin);
    return OK;
  }
  const draft = draftOf(body);
  const refused = messageRefusal(draft, { canShowFile: (id) => workspace.files.find(id)?.isComplete === true });
  if (refused) return refusal(400, refused.error, refused.problems.map(describe));
  say(workspace, origin, body, contentOf(draft));
  return OK;
}

const OK: UrlAnswer = { status: 200, body: 'ok' };

function refusal(status: number, error: string, messages: readonly string[] = []): UrlAnswer {
  const details =
    messages.length === 0 ? {} : { response_metadata: { messages: messages.map((text) => `[ERROR] ${text}`) } };
  return { status, body: JSON.stringify({ ok: false, error, ...details }) };
}

function draftOf(body: JsonObject): Draft {
  return {
    text: stringAt(body, 'text'),
    blocks: body.blocks,
    attachments: body.attachments,
    metadata: body.metadata,
  };
}

/**
 * `replace_original` means the message the person acted on. A command has none: Slack then posts another message,
 * whatever came before (slackapi/bolt-js#2287). Left out, an ephemeral source is replaced and a public one is not.
 */
function say(workspace: Workspace, origin: Origin, body: JsonObject, content: Content): void {
  const { user, channel, source } = origin;
  const isReplacing =
    body.replace_original === undefined ? source?.kind === 'ephemeral' : isTrue(body.replace_original);
  const threadTs = stringAt(body, 'thread_ts');
  const thread = threadTs === undefined ? {} : { threadTs };
  if (isReplacing && source && replace(workspace, channel, source, content)) return;
  if (body.response_type === 'in_channel')
    workspace.messages.post({ ...content, ...thread, channel, user: workspace.bot.userId, isFromBot: true });
  else workspace.messages.whisper({ ...content, ...thread, channel, recipient: user });
}

function replace(
  { messages }: Workspace,
  channel: string,
  { kind, ts }: { readonly kind: 'message' | 'ephemeral'; readonly ts: string },
  content: Content,
): boolean {
  if (kind === 'message') {
    const message = messages.find(channel, ts);
    if (message) messages.edit(message, content);
    return message !== undefined;
  }
  const ephemeral = messages.findEphemeral(ts);
  if (ephemeral) messages.rewordEphemeral(ephemeral, content);
  return ephemeral !== undefined;
}

function remove({ messages }: Workspace, { channel, source }: Origin): void {
  if (!source) return;
  const message = source.kind === 'message' ? messages.find(channel, source.ts) : undefined;
  const ephemeral = source.kind === 'ephemeral' ? messages.findEphemeral(source.ts) : undefined;
  if (message) messages.remove(message);
  if (ephemeral) messages.removeEphemeral(ephemeral);
}

/** Slack takes the text too: its own examples write "true". */
function isTrue(value: Json | undefined): boolean {
  return value === true || value === 'true';
}
