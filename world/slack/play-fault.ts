import type { ServerResponse } from 'node:http';
import type { CallFault } from './faults.ts';

/** Plays a fault. True when the request has got its answer, or never will. */
export async function playFault(fault: CallFault | undefined, response: ServerResponse): Promise<boolean> {
  switch (fault?.kind) {
    case undefined:
    case 'lost-answer':
    case 'no-answer':
      return false;
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, fault.milliseconds).unref());
      return response.destroyed;
    case 'status':
      response.writeHead(fault.code).end();
      return true;
    case 'error':
      refuse(response, 200, fault.error, {});
      return true;
    case 'ratelimited':
      refuse(response, 429, 'ratelimited', { 'retry-after': String(fault.retryAfterSeconds) });
      return true;
    case 'reset':
      response.socket?.resetAndDestroy();
      return true;
    case 'hang':
      return true;
  }
}

function refuse(
  response: ServerResponse,
  status: number,
  error: string,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify({ ok: false, error }));
}
