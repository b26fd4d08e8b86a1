import { promisify } from 'node:util';
import { constants, gunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';

const MEBIBYTE = 1024 * 1024;

/**
 * One answer, on the wire and again unpacked (docs/operations.md). An object in etcd has 1.5 MiB at most, and lists come in
 * pages, which get shorter where objects are that large.
 */
export const MAX_ANSWER_BYTES = 64 * MEBIBYTE;
/** Of an answer that refuses, its beginning. */
const MAX_REFUSAL_BYTES = MEBIBYTE;

/** More came than is taken in; what is behind it was not read. */
export class TooLarge extends Error {
  constructor() {
    super(`more than ${MAX_ANSWER_BYTES} bytes`);
    this.name = 'TooLarge';
  }
}

const decompress = promisify(gunzip);

/** @throws TooLarge, and the connection is closed */
export async function readBody({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<string> {
  const isRefusal = statusCode >= 300;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (isRefusal && length > MAX_REFUSAL_BYTES) break;
    if (length > MAX_ANSWER_BYTES) throw new TooLarge();
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  return (headers['content-encoding'] === 'gzip' ? await unpacked(bytes, isRefusal) : bytes).toString('utf8');
}

async function unpacked(bytes: Buffer, mayBeCut: boolean): Promise<Buffer> {
  const finishFlush = mayBeCut ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
  try {
    return await decompress(bytes, { maxOutputLength: MAX_ANSWER_BYTES, finishFlush });
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? new TooLarge() : error;
  }
}
