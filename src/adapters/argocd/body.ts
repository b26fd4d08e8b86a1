import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';

const CHUNK_BYTES = 64 * 1024;

/** The bytes of an answer, unpacked as they arrive. */
export function bytesOf({ headers, body }: Dispatcher.ResponseData): AsyncIterable<Buffer> {
  return headers['content-encoding'] === 'gzip'
    ? pipeline(body, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined)
    : body;
}

export async function readText(response: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(response)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
