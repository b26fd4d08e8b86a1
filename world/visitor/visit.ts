import type { RunningSlack } from '../slack/start-slack.ts';
import type { Deed } from './deed.ts';

/** What a visitor of the demo can do: be anybody in Slack, let time pass, make things happen. */
export interface Visit {
  readonly slack: RunningSlack;
  readonly deeds: readonly Deed[];
  now(): Date;
  /** Moves the clock that everything in the demo shares, and resolves when all have noticed. */
  advance(milliseconds: number): Promise<void>;
}
