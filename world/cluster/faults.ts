import type { ServerResponse } from 'node:http';

interface RouteMatch {
  readonly method?: string;
  /** A text matches paths that start with it; the path has no query. */
  readonly path: string | RegExp;
}

type Fault = {
  readonly match: RouteMatch;
  /** How many requests it hits; all of them when left out. */
  readonly times?: number;
} & FaultEffect;

export type FaultEffect =
  | { readonly kind: 'latency'; readonly milliseconds: number }
  | { readonly kind: 'status'; readonly code: number; readonly retryAfterSeconds?: number; readonly body?: string }
  /** The connection breaks before anything is answered. */
  | { readonly kind: 'reset' }
  /** Half of the answer, then the connection breaks. */
  | { readonly kind: 'truncate' }
  /** 200 with something that is not JSON. */
  | { readonly kind: 'garbage' }
  /** Never answers. */
  | { readonly kind: 'hang' };

/** Faults of one simulated server; each request meets the first one that matches. */
export interface Faults {
  /** Returns the way to take it back. */
  add(fault: Fault): () => void;
  clear(): void;
  take(method: string, path: string): FaultEffect | undefined;
}

export function makeFaults(): Faults {
  const active = new Map<Fault, number>();
  return {
    add(fault) {
      active.set(fault, fault.times ?? Number.POSITIVE_INFINITY);
      return () => active.delete(fault);
    },
    clear: () => active.clear(),
    take(method, path) {
      const hit = [...active].find(([{ match }]) => matches(match, method, path));
      if (!hit) return undefined;
      const [fault, left] = hit;
      if (left > 1) active.set(fault, left - 1);
      else active.delete(fault);
      return fault;
    },
  };
}

function matches(match: RouteMatch, method: string, path: string): boolean {
  if (match.method !== undefined && match.method !== method) return false;
  return typeof match.path === 'string' ? path.startsWith(match.path) : match.path.test(path);
}

/**
 * Plays the fault. True when the request has got its answer, or never will; a truncated answer is the caller's to
 * write, with `sendTruncated`.
 */
export async function playFault(fault: FaultEffect | undefined, response: ServerResponse): Promise<boolean> {
  switch (fault?.kind) {
    case undefined:
    case 'truncate':
      return false;
    case 'latency':
      await new Promise((resolve) => setTimeout(resolve, fault.milliseconds).unref());
      return response.destroyed;
    case 'status':
      response.writeHead(fault.code, {
        'content-type': 'text/plain',
        ...(fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) }),
      });
      response.end(fault.body ?? '');
      return true;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('<html><body>upstream connect error</body></html>');
      return true;
    case 'reset':
      response.socket?.resetAndDestroy();
      return true;
    case 'hang':
      return true;
  }
}

export function sendTruncated(response: ServerResponse, status: number, contentType: string, body: Buffer): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': body.length });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
}
