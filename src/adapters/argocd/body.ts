import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip, gunzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { MAX_ANSWER_BYTES, MAX_LIST_BYTES, MAX_REFUSAL_BYTES, TooLarge } from './limits.ts';

const CHUNK_BYTES = 64 * 1024;
/** Unpacked on the spot, in a millisecond or two; a stream or another thread costs more than that. */
const SMALL_BYTES = 64 * 1024;
/** What unpacks to more than this is no small answer, however few bytes it came in. */
const SMALL_UNPACKED_BYTES = 2 * 1024 * 1024;

const unpack = promisify(gunzip);

/** The bytes of a list, unpacked as they arrive. @throws TooLarge, and the connection is closed */
export function bytesOf({ headers, body }: Dispatcher.ResponseData): AsyncIterable<Buffer> {
  const packed = bounded(body, MAX_LIST_BYTES);
  if (!isPacked(headers)) return packed;
  return bounded(
    pipeline(packed, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined),
    MAX_LIST_BYTES,
  );
}

/** @throws TooLarge, and the connection is closed */
export async function readText({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  const bytes = await collect(bounded(body, MAX_ANSWER_BYTES));
  return (isPacked(headers) ? await unpacked(bytes) : bytes).toString('utf8');
}

/** Of an answer that is not the one asked for only the beginning counts; what is left of it is not read. */
export async function readRefusal({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  const source = isPacked(headers) ? pipeline(body, createGunzip(), () => undefined) : body;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_REFUSAL_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_REFUSAL_BYTES).toString('utf8');
}

async function* bounded(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > most) throw new TooLarge(most);
    yield chunk;
  }
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const collected: Buffer[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return Buffer.concat(collected);
}

async function unpacked(bytes: Buffer): Promise<Buffer> {
  if (bytes.length <= SMALL_BYTES) {
    try {
      return gunzipSync(bytes, { maxOutputLength: SMALL_UNPACKED_BYTES });
    } catch (error) {
      if (!isOverflow(error)) throw error;
    }
  }
  try {
    return await unpack(bytes, { maxOutputLength: MAX_ANSWER_BYTES });
  } catch (error) {
    throw isOverflow(error) ? new TooLarge(MAX_ANSWER_BYTES) : error;
  }
}

function isOverflow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

function isPacked(headers: Dispatcher.ResponseData['headers']): boolean {
  return headers['content-encoding'] === 'gzip';
}
