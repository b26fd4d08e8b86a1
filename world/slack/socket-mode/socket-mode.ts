import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { isObject, type Json, type JsonObject, stringAt } from '../../../src/core/model/json.ts';
import type { Acknowledgement, Delivery, Outgoing } from '../delivery.ts';
import type { SocketSwitch } from '../faults.ts';
import type { Ids } from '../workspace/ids.ts';

export interface SocketMode extends Delivery, SocketSwitch {
  /** A ticket for one connection; goes into the URL that `apps.connections.open` answers. */
  issueTicket(): string;
  onUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  readonly connections: number;
  close(): Promise<void>;
}

export interface SocketModeOptions {
  readonly ids: Ids;
  readonly appId: string;
  readonly ackTimeoutMs: number;
}

interface Waiting {
  readonly socket: WebSocket;
  readonly sentAt: number;
  settle(acknowledgement: Acknowledgement): void;
}

const MAX_CONNECTIONS = 10;
const PING_MS = 10_000;
const FAREWELL_MS = 200;

/** Envelopes go to one of the connected sockets, in turn; the app answers with the envelope's id. */
export function makeSocketMode({ ids, appId, ackTimeoutMs }: SocketModeOptions): SocketMode {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const waiting = new Map<string, Waiting>();
  let open: readonly WebSocket[] = [];
  let turn = 0;

  const pinging = setInterval(() => {
    for (const socket of open) socket.ping('Ping from simulated Slack');
  }, PING_MS).unref();

  function connected(socket: WebSocket): void {
    const isTooMany = open.length >= MAX_CONNECTIONS;
    open = [...open, socket];
    socket.on('message', (data) => received(data));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => gone(socket));
    send(socket, {
      type: 'hello',
      num_connections: open.length,
      debug_info: { host: 'simulated-slack', build_number: 1, approximate_connection_time: 18060 },
      connection_info: { app_id: appId },
    });
    if (isTooMany) send(socket, disconnect('too_many_websockets'));
  }

  function gone(socket: WebSocket): void {
    open = open.filter((other) => other !== socket);
    for (const entry of [...waiting.values()]) if (entry.socket === socket) entry.settle({ status: 'unreachable' });
  }

  function received(data: RawData): void {
    const message = parsed(data);
    const entry = waiting.get(stringAt(message, 'envelope_id') ?? '');
    const body = isObject(message) && isObject(message.payload) ? message.payload : {};
    entry?.settle({
      status: 'acked',
      afterMs: performance.now() - entry.sentAt,
      body: Object.keys(body).length === 0 ? undefined : body,
    });
  }

  function deliver({ kind, payload, retry }: Outgoing): Promise<Acknowledgement> {
    const ready = open.filter(({ readyState, OPEN }) => readyState === OPEN);
    turn += 1;
    const socket = ready[turn % Math.max(ready.length, 1)];
    if (!socket) return Promise.resolve({ status: 'unreachable' });
    const id = ids.secret('envelope');
    const answer = new Promise<Acknowledgement>((resolve) => {
      const timer = setTimeout(() => settle({ status: 'timeout' }), ackTimeoutMs);
      function settle(acknowledgement: Acknowledgement): void {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(acknowledgement);
      }
      waiting.set(id, { socket, sentAt: performance.now(), settle });
    });
    send(socket, {
      envelope_id: id,
      type: kind,
      payload,
      accepts_response_payload: kind !== 'events_api',
      ...(kind === 'events_api' && {
        retry_attempt: retry?.attempt ?? 0,
        retry_reason: retry?.reason ?? '',
      }),
    });
    return answer;
  }

  return {
    issueTicket() {
      const ticket = ids.secret('ticket');
      tickets.add(ticket);
      return ticket;
    },
    onUpgrade(request, socket, head) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      if (!pathname.startsWith('/link') || !tickets.delete(searchParams.get('ticket') ?? '')) {
        socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n');
        return;
      }
      server.handleUpgrade(request, socket, head, connected);
    },
    get connections() {
      return open.length;
    },
    deliver,
    disconnect(reason) {
      for (const socket of open) send(socket, disconnect(reason));
    },
    drop() {
      for (const socket of open) socket.terminate();
    },
    async close() {
      clearInterval(pinging);
      for (const entry of [...waiting.values()]) entry.settle({ status: 'unreachable' });
      await Promise.all(open.map(farewell));
      server.close();
    },
  };
}

/** Closes with a handshake where the other side is there to take part in it. */
async function farewell(socket: WebSocket): Promise<void> {
  const isClosed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const timer = setTimeout(() => socket.terminate(), FAREWELL_MS);
  socket.close(1001);
  await isClosed;
  clearTimeout(timer);
}

function disconnect(reason: string): JsonObject {
  return { type: 'disconnect', reason, debug_info: { host: 'simulated-slack' } };
}

function send(socket: WebSocket, message: JsonObject): void {
  socket.send(JSON.stringify(message));
}

function parsed(data: RawData): Json {
  try {
    return JSON.parse(String(data)) as Json;
  } catch {
    return null;
  }
}
