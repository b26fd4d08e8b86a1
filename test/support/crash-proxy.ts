import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net';
import { type Dispatcher, request } from 'undici';
import { defined } from '../../src/core/model/defined.ts';

/* Between a worker and the systems it talks to: it sees every call, and ends the worker at the one that was chosen. */

/** A call as it can be recognised in another run: `kubernetes DELETE …`, `record guarded of step 1`, `… (2)` the second time. */
export type Call = string;

export interface CrashPoint {
  readonly call: Call;
  /** before: the call does not arrive. after: it has its effect and nobody hears of it. */
  readonly when: 'before' | 'after';
}

export interface CrashProxy {
  /** Calls since the last `watch`. */
  readonly seen: readonly Call[];
  /** Starts anew. `name` takes out of a call what differs from run to run; undefined: the call does not count. */
  watch(name: (call: Call) => Call | undefined, crash?: CrashPoint & { readonly kill: () => void }): void;
  http(system: string, upstream: { readonly url: string; readonly dispatcher?: Dispatcher }): Promise<string>;
  redis(upstream: URL): Promise<string>;
  close(): Promise<void>;
}

export function makeCrashProxy(): CrashProxy {
  const servers: Server[] = [];
  let seen: Call[] = [];
  let watching: Parameters<CrashProxy['watch']> | undefined;

  /** What becomes of the call. */
  function notice(raw: Call): { readonly when: CrashPoint['when']; readonly kill: () => void } | undefined {
    const [name, crash] = watching ?? [];
    const call = name?.(raw);
    if (call === undefined) return undefined;
    const times = seen.filter((earlier) => withoutCount(earlier) === call).length + 1;
    const counted = times === 1 ? call : `${call} (${times})`;
    seen.push(counted);
    if (crash?.call !== counted) return undefined;
    watching = undefined;
    return crash;
  }

  async function listen(server: Server): Promise<number> {
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  return {
    get seen() {
      return seen;
    },
    watch(...next) {
      seen = [];
      watching = next;
    },

    async http(system, { url, dispatcher }) {
      async function pass(message: IncomingMessage, response: ServerResponse): Promise<void> {
        const { method = 'GET', url: path = '/', headers } = message;
        const crash = notice(`${system} ${method} ${path}`);
        if (crash?.when === 'before') return crash.kill();
        const { host: _, connection: __, ...kept } = headers;
        const chunks: Buffer[] = [];
        for await (const chunk of message) chunks.push(chunk as Buffer);
        const answer = await request(`${url}${path}`, {
          method: method as Dispatcher.HttpMethod,
          headers: kept as Record<string, string>,
          body: chunks.length === 0 ? null : Buffer.concat(chunks),
          ...defined({ dispatcher }),
        });
        const body = Buffer.from(await answer.body.arrayBuffer());
        if (crash !== undefined) return crash.kill();
        const { 'transfer-encoding': ___, connection: ____, ...sent } = answer.headers;
        response.writeHead(answer.statusCode, sent);
        response.end(body);
      }
      const server = createHttpServer((message, response) => {
        pass(message, response).catch(() => response.destroy());
      });
      return `http://127.0.0.1:${await listen(server)}`;
    },

    /** Commands come one by one: whoever records waits for the answer. */
    async redis(upstream) {
      const server = createTcpServer((client) => {
        const up = connect(Number(upstream.port), upstream.hostname);
        let isHeld = false;
        client.on('data', (chunk) => {
          const call = recordIn(chunk.toString('latin1'));
          const crash = call === undefined ? undefined : notice(call);
          if (crash?.when === 'before') return crash.kill();
          isHeld ||= crash !== undefined;
          if (crash !== undefined) up.once('data', () => crash.kill());
          up.write(chunk);
          return undefined;
        });
        up.on('data', (chunk) => isHeld || client.write(chunk));
        for (const [one, other] of [
          [client, up],
          [up, client],
        ] as const) {
          one.on('error', () => other.destroy());
          one.on('close', () => other.destroy());
        }
      });
      const port = await listen(server);
      return Object.assign(new URL(upstream), { hostname: '127.0.0.1', port: String(port) }).href;
    },

    async close() {
      await Promise.all(
        servers.map(async (server) => {
          const closed = once(server, 'close');
          server.close();
          if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
            server.closeAllConnections();
          await closed;
        }),
      );
    },
  };
}

function withoutCount(call: Call): Call {
  return call.replace(/ \(\d+\)$/, '');
}

/** An event that is appended to a plan; undefined: something else is asked of Redis. */
function recordIn(command: string): Call | undefined {
  if (!/\r\n(run|approval)By\r\n/.test(command)) return undefined;
  const [, type] = /\{"type":"([a-z-]+)"/.exec(command) ?? [];
  const [, step] = /"step":(\d+)/.exec(command) ?? [];
  return `record ${type}${step === undefined ? '' : ` of step ${Number(step) + 1}`}`;
}
