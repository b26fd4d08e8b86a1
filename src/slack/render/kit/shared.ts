import { LIMITS } from './limits.ts';
import type { Rendered } from './rendered.ts';

/** An answer that somebody shows to everybody: it says who, and keeps its buttons, which answer whoever presses them. */
export function sharedBy({ text, blocks }: Rendered, user: string): Rendered {
  const by = { type: 'context' as const, elements: [{ type: 'mrkdwn' as const, text: `Shared by <@${user}>` }] };
  return { text, blocks: [...blocks.slice(0, LIMITS.blocks - 1), by] };
}
