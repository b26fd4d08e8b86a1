import type { ModalView } from '@slack/types';
import { modal } from './modal.ts';
import type { Rendered } from './rendered.ts';

/** A sentence where a modal stands open. */
export function renderNotice({ blocks }: Rendered): ModalView {
  return { ...modal({ title: 'Plan', parts: [] }), blocks };
}
