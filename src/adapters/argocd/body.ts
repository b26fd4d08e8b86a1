import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip, gunzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';

const CHUNK_BYTES = 64 * 1024;
/** Unpacked on the spot, in a millisecond or two; a stream or another thread costs more than that. */
const SMALL_BYTES = 64 * 1024;

const unpack = promisify(gunzip);

/** The bytes of an answer, unpacked as they arrive. */
export function bytesOf({ headers, body }: Dispatcher.ResponseData): AsyncIterable<Buffer> {
  return isPacked(headers) ? pipeline(body, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined) : body;
}

export async function readText({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  const bytes = Buffer.from(await body.arrayBuffer());
  if (!isPacked(headers)) return bytes.toString('utf8');
  return (bytes.length <= SMALL_BYTES ? gunzipSync(bytes) : await unpack(bytes)).toString('utf8');
}

function isPacked(headers: Dispatcher.ResponseData['headers']): boolean {
  return headers['content-encoding'] === 'gzip';
}
