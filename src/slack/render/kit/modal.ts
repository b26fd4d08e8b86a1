import type { InputBlock, ModalView } from '@slack/types';
import { defined } from '../../../core/model/defined.ts';
import type { ViewId } from '../../action-ids.ts';
import { blocksWithin } from './compose.ts';
import { clipped, escapePlain } from './escape.ts';
import { LIMITS } from './limits.ts';
import type { Part } from './part.ts';

export interface ModalParts {
  readonly title: string;
  readonly parts: readonly Part[];
  /** What a person fills in, below the parts, and what sends it. */
  readonly form?: {
    readonly id: ViewId;
    readonly submit: string;
    readonly metadata: string;
    readonly inputs: readonly InputBlock[];
  };
}

/** Parts as a modal within every limit. */
export function modal({ title, parts, form }: ModalParts): ModalView {
  const inputs = form?.inputs ?? [];
  const room = { blocks: LIMITS.modalBlocks - inputs.length, characters: LIMITS.modal };
  return {
    type: 'modal',
    title: plain(title, LIMITS.modalTitle),
    close: plain(form === undefined ? 'Close' : 'Cancel', LIMITS.modalTitle),
    ...(form === undefined
      ? {}
      : {
          submit: plain(form.submit, LIMITS.modalTitle),
          callback_id: form.id,
          private_metadata: form.metadata,
        }),
    blocks: [...blocksWithin(room, parts), ...inputs],
  };
}

/** The one action of every input block. */
export const VALUE = 'value';

export interface TextInput {
  /** Also what an objection to it is filed under. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly min?: number;
  readonly max: number;
  readonly isLong?: boolean;
}

export function textInput({ id, label, hint, min, max, isLong = false }: TextInput): InputBlock {
  return {
    type: 'input',
    block_id: id,
    label: plain(label, 100),
    ...(hint === undefined ? {} : { hint: plain(hint, 300) }),
    element: {
      type: 'plain_text_input',
      action_id: VALUE,
      multiline: isLong,
      ...defined({ min_length: min }),
      max_length: max,
    },
  };
}

export function urlInput({ id, label, hint }: Pick<TextInput, 'id' | 'label' | 'hint'>): InputBlock {
  return {
    type: 'input',
    block_id: id,
    label: plain(label, 100),
    ...(hint === undefined ? {} : { hint: plain(hint, 300) }),
    element: { type: 'url_text_input', action_id: VALUE },
  };
}

function plain(text: string, most: number) {
  return { type: 'plain_text' as const, text: clipped(escapePlain(text).trim() || '…', most), emoji: false };
}
