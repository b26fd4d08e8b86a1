import type { JsonObject } from '../../../src/core/model/json.ts';

export interface Person {
  readonly id: string;
  /** The handle, as in `@ada`. */
  readonly name: string;
  readonly realName: string;
  /** What the profile says they do. */
  readonly title?: string;
  readonly email?: string;
  readonly timeZone?: string;
}

export interface UserGroup {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly users: readonly string[];
  readonly isDisabled?: boolean;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly isPrivate?: boolean;
  readonly isArchived?: boolean;
  /** People and, where it was invited, the bot's user. */
  readonly members: readonly string[];
  /** Set for a direct message: the person at the other end. */
  readonly directWith?: string;
}

/** What was said: text, blocks and what hangs on them, as on the wire; every block has its block_id. */
export interface Content {
  readonly text: string;
  readonly blocks: readonly JsonObject[];
  readonly attachments: readonly JsonObject[];
  readonly metadata?: JsonObject;
}

export interface Message extends Content {
  readonly channel: string;
  readonly ts: string;
  /** The author's user id. */
  readonly user: string;
  readonly isFromBot: boolean;
  readonly threadTs?: string;
  readonly isBroadcast?: boolean;
  readonly editedTs?: string;
  readonly files: readonly string[];
  /** Previews by the URL they belong to. */
  readonly unfurls: Readonly<Record<string, JsonObject>>;
}

/** Seen by one person only; not part of the channel's history. */
export interface Ephemeral extends Content {
  readonly channel: string;
  readonly ts: string;
  readonly recipient: string;
  readonly threadTs?: string;
}

/** What stands in the inputs: block id → action id → value, as in `state.values`. */
export type InputState = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

export interface View {
  readonly id: string;
  readonly user: string;
  readonly type: 'modal' | 'home';
  /** As the app sent it, block ids filled in. */
  readonly definition: JsonObject;
  readonly hash: string;
  readonly rootId: string;
  readonly previousId?: string;
  readonly state: InputState;
  /** The messages of `response_action: errors`, by block id. */
  readonly errors: Readonly<Record<string, string>>;
}

export interface SlackFile {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly altText?: string;
  readonly length: number;
  readonly content?: Buffer;
  /** Uploaded and completed: only then it can be shown. */
  readonly isComplete: boolean;
  readonly channels: readonly string[];
}

export type Change =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'message-deleted'; readonly channel: string; readonly ts: string }
  | { readonly kind: 'ephemeral'; readonly ephemeral: Ephemeral }
  | { readonly kind: 'ephemeral-deleted'; readonly recipient: string; readonly ts: string }
  | { readonly kind: 'views'; readonly user: string }
  | { readonly kind: 'home'; readonly user: string }
  | { readonly kind: 'file'; readonly file: SlackFile }
  | { readonly kind: 'members'; readonly channel: string };
