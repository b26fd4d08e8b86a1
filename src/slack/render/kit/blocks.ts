import type { Button, KnownBlock, MrkdwnElement } from '@slack/types';
import { numbered } from '../../action-ids.ts';
import { formatCommand } from '../../commands/format-command.ts';
import { isPlanId } from '../../plan-id.ts';
import { clipped, escapePlain, visible } from './escape.ts';
import { LIMITS } from './limits.ts';
import type { ButtonPart, SimplePart } from './part.ts';
import { type Spans, toMrkdwn } from './spans.ts';

/** One part as a block of at most `most` characters; undefined where nothing is left to show. */
export function blockOf(part: SimplePart, most: number = LIMITS.section): KnownBlock | undefined {
  switch (part.type) {
    case 'section': {
      const text = mrkdwn(part.text, Math.min(most, LIMITS.section));
      const accessory = part.button && buttonOf(part.button, 0);
      return text && { type: 'section', text, ...(accessory ? { accessory } : {}) };
    }
    case 'note': {
      const text = mrkdwn(part.text, Math.min(most, LIMITS.context));
      return text && { type: 'context', elements: [text] };
    }
    case 'preformatted': {
      const text = clipped(visible(part.text).trimEnd(), Math.min(most, LIMITS.preformatted));
      if (text === '') return undefined;
      return {
        type: 'rich_text',
        elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }],
      };
    }
    case 'buttons': {
      const elements = part.buttons.slice(0, LIMITS.buttons).flatMap((button, index) => buttonOf(button, index) ?? []);
      return elements.length === 0 ? undefined : { type: 'actions', elements };
    }
    case 'divider':
      return { type: 'divider' };
    default:
      return part satisfies never;
  }
}

/** Slack would turn plain URLs and names into links by itself; `verbatim` keeps it from that. */
function mrkdwn(spans: Spans, most: number): MrkdwnElement | undefined {
  const text = toMrkdwn(spans, most);
  return text.trim() === '' ? undefined : { type: 'mrkdwn', text, verbatim: true };
}

function buttonOf(button: ButtonPart, index: number): Button | undefined {
  const value = carriedBy(button);
  const text = clipped(escapePlain(button.label).trim(), LIMITS.buttonText);
  if (value === undefined || text === '') return undefined;
  return {
    type: 'button',
    action_id: numbered(button.action, index),
    text: { type: 'plain_text', text, emoji: false },
    ...(value === '' ? {} : { value }),
    ...('style' in button && button.style !== undefined ? { style: button.style } : {}),
  };
}

/** A command that does not fit a button is no command that anyone can have typed: then there is no button. */
function carriedBy(button: ButtonPart): string | undefined {
  if ('planId' in button) return isPlanId(button.planId) ? button.planId : undefined;
  const value = formatCommand(button.command);
  return value.length > LIMITS.buttonValue ? undefined : value;
}

/** All that is read in a block, in characters. */
export function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, element) => sum + sizeOf(element), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + (typeof inner === 'string' && READ.has(key) ? inner.length : sizeOf(inner)),
    0,
  );
}

const READ: ReadonlySet<string> = new Set(['text', 'value']);
