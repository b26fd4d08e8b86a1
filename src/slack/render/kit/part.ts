import { defined } from '../../../core/model/defined.ts';
import type { ActionId, PlanActionId } from '../../action-ids.ts';
import type { Command } from '../../commands/command.ts';
import type { Spans } from './spans.ts';

export type ButtonPart = CommandButton | PlanButton;

/** Stands for a command that its reader could type. */
export interface CommandButton {
  readonly label: string;
  readonly action: ActionId;
  readonly command: Command;
}

/** Something said of one plan: it carries the plan's id and nothing else. */
export interface PlanButton {
  readonly label: string;
  readonly action: PlanActionId;
  readonly planId: string;
  readonly style?: 'primary' | 'danger';
}

export type SimplePart =
  | { readonly type: 'section'; readonly text: Spans; readonly button?: ButtonPart }
  | { readonly type: 'note'; readonly text: Spans }
  /** Monospaced, line by line as it stands. */
  | { readonly type: 'preformatted'; readonly text: string }
  | { readonly type: 'buttons'; readonly buttons: readonly ButtonPart[] }
  | { readonly type: 'divider' };

/** As many items as fit, then a line that says how many of how many, with a way to see the others. */
export interface FoldPart {
  readonly type: 'fold';
  readonly items: readonly (readonly SimplePart[])[];
  readonly most?: number;
  /** There are more than `items` holds: the number of all. */
  readonly of?: number;
  readonly more: (shown: number, of: number) => Spans;
  readonly button?: ButtonPart;
}

/** What a renderer makes; `compose` turns it into blocks within every limit. */
export type Part = SimplePart | FoldPart;

export function section(text: Spans, button?: ButtonPart): SimplePart {
  return { type: 'section', text, ...defined({ button }) };
}

export function note(text: Spans): SimplePart {
  return { type: 'note', text };
}

export function preformatted(text: string): SimplePart {
  return { type: 'preformatted', text };
}

export function buttons(...specs: readonly ButtonPart[]): SimplePart {
  return { type: 'buttons', buttons: specs };
}
