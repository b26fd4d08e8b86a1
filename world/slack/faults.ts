/** What can be made to go wrong with a call of the Web API or of a response URL. */
export type CallFault =
  | { readonly kind: 'ratelimited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'status'; readonly code: number }
  /** `{ok: false, error}` without looking at the call. */
  | { readonly kind: 'error'; readonly error: string }
  | { readonly kind: 'reset' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** The call takes effect, its answer never arrives. */
  | { readonly kind: 'lost-answer' }
  /** The call takes effect, and the caller is kept waiting. */
  | { readonly kind: 'no-answer' };

export interface SlackFaults {
  /** Hits the next `times` calls of the method (`*`: of any, `response_url`: of response URLs). Returns the way back. */
  on(method: string, fault: CallFault, times?: number): () => void;
  /** While on, every call answers 503 and nothing is delivered. */
  outage(isOn: boolean): void;
  /** The next deliveries reach the app twice. */
  duplicateDeliveries(times: number): void;
  /** Asks the connected sockets to reconnect, as Slack does before it recycles a server. */
  disconnectSockets(reason?: 'refresh_requested' | 'warning'): void;
  /** Breaks the sockets without a word. */
  dropSockets(): void;
  clear(): void;
}

/** The side the servers look at. */
export interface FaultState {
  take(method: string): CallFault | undefined;
  takeDuplicate(): boolean;
  readonly isOut: boolean;
}

export interface SocketSwitch {
  disconnect(reason: string): void;
  drop(): void;
}

export function makeSlackFaults(sockets: () => SocketSwitch): SlackFaults & FaultState {
  const active: { readonly method: string; readonly fault: CallFault; left: number }[] = [];
  let duplicates = 0;
  let isOut = false;
  return {
    on(method, fault, times = 1) {
      const entry = { method, fault, left: times };
      active.push(entry);
      return () => {
        entry.left = 0;
      };
    },
    outage(isOn) {
      isOut = isOn;
    },
    duplicateDeliveries(times) {
      duplicates = times;
    },
    disconnectSockets: (reason = 'refresh_requested') => sockets().disconnect(reason),
    dropSockets: () => sockets().drop(),
    clear() {
      active.length = 0;
      duplicates = 0;
      isOut = false;
    },
    take(method) {
      const entry = active.find(({ method: wanted, left }) => left > 0 && (wanted === method || wanted === '*'));
      if (!entry) return undefined;
      entry.left -= 1;
      return entry.fault;
    },
    takeDuplicate() {
      if (duplicates === 0) return false;
      duplicates -= 1;
      return true;
    },
    get isOut() {
      return isOut;
    },
  };
}
