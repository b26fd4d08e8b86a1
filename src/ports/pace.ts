/**
 * How fast we go about things. Every wait of a flow, an edge or an adapter that is not a network timeout goes through it: between two
 * looks, two tries, two messages. Tests give one that is quicker, and see the same events in the same order.
 */
export interface Pace {
  /** Resolves after that long, at this pace. Rejects with the signal's reason. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** That long, at this pace, in whole milliseconds: for what waits elsewhere, as a job does in its queue. */
  scaled(milliseconds: number): number;
  /**
   * How long something may take before it is given up: a person waits for it, or an outside limit applies. Tests give more, so that
   * none of them depends on how fast a machine is.
   */
  limit(milliseconds: number): number;
  /** Milliseconds; only differences matter. What gives up goes by it: patience does not end sooner where waits are short. */
  now(): number;
}
