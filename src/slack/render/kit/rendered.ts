import type { KnownBlock } from '@slack/types';

/** A message as Slack takes it. `text` is what notifications and screen readers say: a complete sentence. */
export interface Rendered {
  readonly text: string;
  readonly blocks: KnownBlock[];
}
