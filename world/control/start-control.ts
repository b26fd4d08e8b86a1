import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Visit } from '../visitor/visit.ts';
import { handlerFor } from './handler.ts';

/** Where a program does what a visitor can do beside Slack: see the state, move the clock, make things happen. */
export interface RunningControl {
  /** Ends with a slash and holds a token: who knows it may use it. */
  readonly url: string;
  close(): Promise<void>;
}

export interface ControlOptions {
  readonly visit: Visit;
  /** Taken: `orElseFree` decides whether another will do. */
  readonly port: number;
  readonly orElseFree: boolean;
}

const HOST = '127.0.0.1';

/** @throws the system's EADDRINUSE when the port is taken and no other will do. */
export async function startControl({ visit, port, orElseFree }: ControlOptions): Promise<RunningControl> {
  const token = randomBytes(18).toString('base64url');
  const server = createServer(handlerFor(visit, token));
  await listen(server, port).catch((error: NodeJS.ErrnoException) => {
    if (!orElseFree || error.code !== 'EADDRINUSE') throw error;
    return listen(server, 0);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the control endpoint has no port');
  return {
    url: `http://${HOST}:${address.port}/${token}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, HOST);
  await once(server, 'listening');
}
