import type { Scope } from '../../core/model/fleet-scope.ts';
import type { Check } from '../../flows/doctor/check.ts';
import type { LookLive } from '../../flows/look-live.ts';
import type { ReadFleet } from '../../flows/read-fleet.ts';
import type { ApprovalDesk } from '../../flows/remedy/approval-desk.ts';
import type { TellChannels, ToldChannel } from '../../flows/tell-channels.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Pace } from '../../ports/pace.ts';
import type { PlanMemory } from '../../ports/plans.ts';
import type { Queue } from '../../ports/queue.ts';
import type { Command, CommandName } from '../commands/command.ts';
import type { Rendered } from '../render/kit/rendered.ts';

/** Who asks, from where, and which part of the fleet they are shown there. */
export interface Viewer {
  readonly user: string;
  readonly channel: string;
  readonly scopes: readonly Scope[];
}

/** What it takes to ask for changes. */
export interface RemedyDeps {
  readonly plans: Pick<PlanMemory, 'offer' | 'find'>;
  readonly desk: ApprovalDesk;
  /** Whether anything may be changed there at all. */
  readonly canFix: (instance: string) => boolean;
  /** Where a dump is kept before something is changed, in words. */
  readonly bundlePlace: (instance: string) => string;
  readonly newId: () => string;
}

export interface AnswerDeps {
  readonly fleet: ReadFleet;
  readonly lookLive: LookLive;
  readonly queue: Queue;
  readonly tellChannels: TellChannels;
  readonly channels: readonly ToldChannel[];
  readonly runDoctor: (signal: AbortSignal) => Promise<readonly Check[]>;
  /** A text too long for a message, to the person alone. Answers where it went. */
  readonly sendFile: (
    user: string,
    file: { readonly name: string; readonly text: string; readonly title: string },
  ) => Promise<void>;
  /** Absent: nothing can be changed anywhere. */
  readonly remedy?: RemedyDeps;
  readonly clock: Clock;
  readonly pace: Pace;
}

export interface AnswerContext {
  readonly viewer: Viewer;
  readonly log: Log;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
}

/** One state of an answer; the next one supersedes it. */
export interface Frame {
  readonly rendered: Rendered;
  /** On the way only: left out where nothing can be replaced. */
  readonly isPassing?: boolean;
  /** What to say below the first frame where that cannot be replaced, if less than the whole will do. */
  readonly beneath?: Rendered;
}

/**
 * The states of an answer: the snapshot's at once, the live one after it. Slack replaces the answer to a button, but never that
 * to a typed command (docs/adr/0009). At most five, which is what a response URL takes.
 */
export type Answer<Name extends CommandName> = (
  command: Extract<Command, { readonly name: Name }>,
  context: AnswerContext,
  deps: AnswerDeps,
) => AsyncIterable<Frame>;

export type Answers = { readonly [Name in CommandName]: Answer<Name> };
