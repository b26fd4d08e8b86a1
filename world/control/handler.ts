import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { z } from 'zod';
import { parseAdvance } from '../visitor/advance.ts';
import { DeedRefused, findDeed } from '../visitor/deed.ts';
import type { Visit } from '../visitor/visit.ts';
import { stateOf } from './state.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const MAX_BODY = 10_000;
const TIME_ZONE = 'Europe/Berlin';

const ClockRequest = z.union([z.strictObject({ advance: z.string() }), z.strictObject({ to: z.string() })]);
const DeedRequest = z.strictObject({ words: z.array(z.string().max(253)).max(5).default([]) });

/** What cannot be done as asked; the status and the sentence go back to who asked. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** `GET /`, `POST /clock`, `POST /deeds/NAME`, all below the token. */
export function handlerFor(visit: Visit, token: string): RequestListener {
  return (request, response) => {
    void answerTo(request, visit, token).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(`${JSON.stringify(body)}\n`);
    });
  };
}

async function answerTo(request: IncomingMessage, visit: Visit, token: string): Promise<Answer> {
  try {
    const [, given = '', ...path] = new URL(request.url ?? '/', 'http://control').pathname.split('/');
    if (!isSame(given, token)) throw new Refused(404, 'nothing is here');
    return { status: 200, body: await obey(`${request.method} /${path.join('/')}`, request, visit) };
  } catch (error) {
    if (error instanceof Refused) return { status: error.status, body: { error: error.message } };
    if (error instanceof DeedRefused) return { status: 400, body: { error: error.message } };
    return { status: 500, body: { error: 'this is a bug in the demo' } };
  }
}

async function obey(asked: string, request: IncomingMessage, visit: Visit): Promise<unknown> {
  if (asked === 'GET /') return stateOf(visit);
  if (asked === 'POST /clock') {
    const wanted = await bodyOf(request, ClockRequest);
    const text = 'to' in wanted ? `to ${wanted.to}` : wanted.advance;
    const milliseconds = parseAdvance(text, visit.now(), TIME_ZONE);
    if (milliseconds === undefined)
      throw new Refused(400, 'write {"advance":"1h"}, {"to":"09:00"} or {"to":"tomorrow"}; at most 90 days');
    await visit.advance(milliseconds);
    return { now: visit.now().toISOString() };
  }
  const [, deed] = /^POST \/deeds\/([\w-]+)$/.exec(asked) ?? [];
  if (deed === undefined) throw new Refused(404, 'there are GET /, POST /clock and POST /deeds/NAME');
  const { words } = await bodyOf(request, DeedRequest);
  return { done: await findDeed(visit.deeds, deed).perform(words) };
}

async function bodyOf<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) throw new Refused(413, `at most ${MAX_BODY} bytes`);
    chunks.push(chunk);
  }
  const parsed = schema.safeParse(jsonOf(Buffer.concat(chunks).toString('utf8')));
  if (!parsed.success) throw new Refused(400, z.prettifyError(parsed.error));
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw new Refused(400, 'the body is not JSON');
  }
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
