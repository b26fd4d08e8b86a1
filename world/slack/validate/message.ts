import { isList, isObject, type Json, type JsonObject } from '../../../src/core/model/json.ts';
import { blockProblems, textLengthOf } from './blocks.ts';
import { lengthOf, type Problem, type Scope } from './schema.ts';

/** What a message says, before Slack has looked at it. */
export interface Draft {
  readonly text?: string | undefined;
  readonly blocks?: Json | undefined;
  readonly attachments?: Json | undefined;
  readonly metadata?: Json | undefined;
}

export interface Refusal {
  readonly error: string;
  readonly problems: readonly Problem[];
}

/** Not documented: docs/facts.md#block-limits. */
const MAX_BLOCK_TEXT = 13_200;
const MAX_ATTACHMENTS = 100;
const MAX_METADATA_BYTES = 8000;

export function messageRefusal(draft: Draft, scope: Omit<Scope, 'surface'>): Refusal | undefined {
  const { text = '', blocks, attachments, metadata } = draft;
  if (blocks !== undefined && !isList(blocks)) return refuse('invalid_blocks_format');
  if (attachments !== undefined && !isList(attachments)) return refuse('invalid_attachments');
  const hasBlocks = isList(blocks) && blocks.length > 0;
  const hasAttachments = isList(attachments) && attachments.length > 0;
  if (lengthOf(text.trim()) === 0 && !hasBlocks && !hasAttachments) return refuse('no_text');
  if (hasBlocks) {
    const problems = blockProblems(blocks, '/blocks', { ...scope, surface: 'message' });
    if (problems.length > 0) return { error: 'invalid_blocks', problems };
    if (textLengthOf(blocks) > MAX_BLOCK_TEXT) return refuse('msg_blocks_too_long');
  }
  if (hasAttachments) {
    if (attachments.length > MAX_ATTACHMENTS) return refuse('too_many_attachments');
    const problems = attachments.flatMap((attachment, index) => attachmentProblems(attachment, index, scope));
    if (problems.length > 0) return { error: 'invalid_blocks', problems };
  }
  return metadata === undefined ? undefined : metadataRefusal(metadata);
}

function refuse(error: string): Refusal {
  return { error, problems: [] };
}

export function attachmentProblems(
  attachment: Json,
  index: number | string,
  scope: Omit<Scope, 'surface'>,
): readonly Problem[] {
  if (!isObject(attachment) || attachment.blocks === undefined) return [];
  return blockProblems(attachment.blocks, `/attachments/${index}/blocks`, { ...scope, surface: 'message' });
}

function metadataRefusal(metadata: Json): Refusal | undefined {
  if (!isObject(metadata) || typeof metadata.event_type !== 'string' || !isObject(metadata.event_payload))
    return refuse('invalid_metadata_format');
  if (!Object.values(metadata.event_payload).every(isMetadataValue)) return refuse('invalid_metadata_schema');
  return JSON.stringify(metadata).length > MAX_METADATA_BYTES ? refuse('metadata_too_large') : undefined;
}

function isMetadataValue(value: Json): boolean {
  if (isList(value)) return value.every((entry) => !isList(entry) && isMetadataValue(entry));
  return isObject(value) ? isFlat(value) : value !== null;
}

function isFlat(value: JsonObject): boolean {
  return Object.values(value).every((entry) => entry !== null && typeof entry !== 'object');
}

export function describe({ message, pointer }: Problem): string {
  return `${message} [json-pointer:${pointer}]`;
}
