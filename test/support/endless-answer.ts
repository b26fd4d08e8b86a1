import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';

const MEBIBYTE = 1024 * 1024;
const CHUNK = Buffer.alloc(256 * 1024, 0x61);

/** What a server noticed of an answer that it would have gone on with for long. */
export interface EndlessAnswer {
  /** Resolves when the client has gone or everything was sent: bytes that were handed to the socket. */
  readonly sent: Promise<number>;
}

export interface EndlessOptions {
  /** What the answer begins with. */
  readonly head?: string;
  readonly mebibytes?: number;
  readonly isPacked?: boolean;
  readonly status?: number;
}

/** Sends as fast as the client reads, and no faster. */
export function answerEndlessly(response: ServerResponse, options: EndlessOptions = {}): EndlessAnswer {
  const { head = '"', mebibytes = 500, isPacked = false, status = 200 } = options;
  return { sent: send(response, { head, mebibytes, isPacked, status }) };
}

async function send(
  response: ServerResponse,
  { head, mebibytes, isPacked, status }: Required<EndlessOptions>,
): Promise<number> {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
  });
  const gone = once(response, 'close');
  const packer = isPacked ? createGzip({ level: 1 }) : undefined;
  packer?.pipe(response);
  const target = packer ?? response;
  const ended = { isGone: false };
  void gone.then(() => {
    ended.isGone = true;
  });
  target.write(head);
  let written = head.length;
  while (!ended.isGone && written < mebibytes * MEBIBYTE) {
    written += CHUNK.length;
    if (!target.write(CHUNK)) await Promise.race([once(target, 'drain'), gone]);
  }
  if (!ended.isGone) {
    target.end('"');
    await gone;
  }
  return written;
}
