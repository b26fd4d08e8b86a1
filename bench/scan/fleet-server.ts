import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { defined } from '../../src/core/model/defined.ts';
import { readOnly } from '../../world/argocd/api/session.ts';
import { startFleet } from '../../world/fleet/make-fleet.ts';
import type { ServerOrder, ServerReport } from './protocol.ts';

/*
 * The simulated fleet in a process of its own, behind a cache of answers: rendering and packing cost the simulator more
 * than the network would, and would hide what the scanner costs.
 */

const [apps = '5000', token = ''] = process.argv.slice(2);
const fleet = await startFleet({
  apps: Number(apps),
  drifting: Number(apps) / 5,
  resourcesPerApp: 40,
  tokens: [readOnly(token)],
});

interface Kept {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
const kept = new Map<string, Kept>();
let asked: string[] = [];

async function answerOf(url: string, headers: IncomingHttpHeaders): Promise<Kept> {
  const known = kept.get(url);
  if (known) return known;
  const { authorization = '' } = headers;
  const answer = await request(`${fleet.url}${url}`, { headers: { authorization, 'accept-encoding': 'gzip' } });
  const fresh = { status: answer.statusCode, headers: answer.headers, body: await buffer(answer.body) };
  kept.set(url, fresh);
  return fresh;
}

async function respond({ url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  asked.push(url);
  const { status, headers: sent, body } = await answerOf(url, headers);
  const { 'content-type': type, 'content-encoding': encoding } = sent;
  response.writeHead(status, {
    ...defined({ 'content-type': type, 'content-encoding': encoding }),
  });
  response.end(body);
}

const server = createServer((asking, response) => void respond(asking, response));

function report(message: ServerReport): void {
  process.send?.(message);
}

process.on('message', (order: ServerOrder) => {
  if (order === 'asked') {
    report({ asked });
    asked = [];
  } else {
    const changed = fleet.change(order.change);
    kept.clear();
    report({ changed: changed.length });
  }
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => report({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
