import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import pMap from 'p-map';
import { Agent, request } from 'undici';
import { measure, type ReplayMeasured } from './protocol.ts';

/* What any client would have to do: fetch the same bytes, eight at a time, and JSON.parse them. */

const [url = '', token = ''] = process.argv.slice(2);
const dispatcher = new Agent({ connections: 64 });

async function replay(paths: readonly string[]): Promise<void> {
  let [wire, plain] = [0, 0];
  const fetch = async (path: string): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
    const { body, headers: got } = await request(`${url}${path}`, { dispatcher, headers });
    body.on('data', (chunk: Buffer) => (wire += chunk.length));
    const answer = await text(got['content-encoding'] === 'gzip' ? body.pipe(createGunzip()) : body);
    plain += answer.length;
    JSON.parse(answer);
  };
  const { cost } = await measure(() => pMap(paths, fetch, { concurrency: 8 }));
  const measured: ReplayMeasured = { ...cost, requests: paths.length, wireMb: wire / 1e6, plainMb: plain / 1e6 };
  process.send?.(measured);
}

process.on('message', (paths: readonly string[]) => void replay(paths));
process.on('disconnect', () => process.exit());
