/** One app that is not Healthy, with what was found underneath. */
export interface NotHealthy {
  readonly app: string;
  readonly status: string;
  /** The earliest proof there is; '' = none. */
  readonly since: string;
  /** It may be longer. */
  readonly atLeast: boolean;
  readonly cause: {
    readonly reason: string;
    readonly restarts: number;
    readonly log: string;
    readonly event: string;
  };
}

/** Crash evidence first, then the oldest: what has been broken longest and hardest is read first. */
export function byUrgency(a: NotHealthy, b: NotHealthy): number {
  return (
    Number(hasCrashed(b)) - Number(hasCrashed(a)) ||
    (a.since || '~').localeCompare(b.since || '~') ||
    a.app.localeCompare(b.app)
  );
}

export function hasCrashed({ cause }: NotHealthy): boolean {
  return cause.restarts > 0 || isCrash(cause.reason);
}

export function isCrash(reason: string | undefined): boolean {
  return /CrashLoop|OOMKilled|Error$/i.test(reason ?? '');
}
