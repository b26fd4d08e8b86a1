export interface Locks {
  /** Runs the work while nobody else holds the key; its signal aborts when the lock is lost. @throws UnavailableError 'lock.busy'. */
  withLock<T>(key: string, holdMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}
