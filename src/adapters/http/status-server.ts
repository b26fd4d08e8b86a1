import { createServer, type RequestListener, type Server } from 'node:http';
import { ConfigError } from '../../core/model/errors.ts';

export interface StatusProbes {
  /** What is not ready, in words; empty: ready. */
  readonly missing: () => Promise<readonly string[]>;
  readonly metrics: () => Promise<string>;
}

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work; while not, 503 and what is missing. `/metrics`: Prometheus.
 * Anything else goes to `otherwise` (Slack's requests in HTTP mode).
 */
export function statusListener({ missing, metrics }: StatusProbes, otherwise?: RequestListener): RequestListener {
  return (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0];
    const send = (status: number, body: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    const answer = async (): Promise<void> => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      switch (isRead ? path : '') {
        case '/healthz':
          return send(200, 'ok\n');
        case '/readyz': {
          const not = await missing();
          return not.length === 0 ? send(200, 'ready\n') : send(503, `${not.join('\n')}\n`);
        }
        case '/metrics':
          return send(200, await metrics(), 'text/plain; version=0.0.4; charset=utf-8');
        default:
          if (otherwise === undefined) return send(404, 'not found\n');
          otherwise(request, response);
      }
    };
    answer().catch(() => send(500, 'it failed; see the log\n'));
  };
}

/** @throws ConfigError when the port cannot be had. */
export async function listenOn(
  port: number,
  listener: RequestListener,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(port, error)));
    server.listen(port, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portError(port: number, error: NodeJS.ErrnoException): Error {
  const hint = 'set PORT (or http.port) to one that is free; 0 takes any';
  if (error.code === 'EADDRINUSE') {
    return new ConfigError('http.port-taken', `port ${port} is taken by another program`, hint, { cause: error });
  }
  if (error.code === 'EACCES') {
    return new ConfigError('http.port-forbidden', `port ${port} may not be opened by this user`, hint, {
      cause: error,
    });
  }
  return error;
}
