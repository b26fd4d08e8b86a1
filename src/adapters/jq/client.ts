import { Worker } from 'node:worker_threads';
import { formatPointer, type Pointer } from '../../core/model/pointer.ts';
import type { Jq } from '../../ports/jq.ts';
import type { Answer, Question } from './protocol.ts';

/** Argo CD gives a jq rule one second (`ignore.normalizer.jq.timeout`). */
export const TIMEOUT_MS = 1000;

interface Running {
  readonly worker: Worker;
  readonly ready: Promise<void>;
  readonly waiting: Map<number, (paths: Answer['paths']) => void>;
}

/** jq in a worker thread, started at the first question and replaced when a rule runs out of time. */
export function makeJq(timeoutMs = TIMEOUT_MS): Jq {
  let running: Running | undefined;
  let lastId = 0;

  return {
    async pathsOf(expression, document) {
      running ??= start();
      const current = running;
      await current.ready;
      lastId += 1;
      const question: Question = { id: lastId, expression, document: JSON.stringify(document) };
      const paths = await ask(current, question, timeoutMs);
      if (paths === undefined && running === current) running = undefined;
      return (paths ?? []).map((tokens): Pointer => formatPointer(tokens));
    },
  };
}

function start(): Running {
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
  const worker = new Worker(new URL(file, import.meta.url));
  const waiting: Running['waiting'] = new Map();
  const ready = new Promise<void>((resolve, reject) => {
    waiting.set(0, () => resolve());
    worker.once('error', reject);
  });
  worker.on('message', ({ id, paths }: Answer) => {
    waiting.get(id)?.(paths);
    waiting.delete(id);
  });
  // an idle worker must not keep the process alive; a pending question does, through its timer
  return { worker, ready: ready.then(() => worker.unref()), waiting };
}

/** undefined: it ran out of time, and the worker with it. */
async function ask(
  { worker, waiting }: Running,
  question: Question,
  timeoutMs: number,
): Promise<Answer['paths'] | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer['paths'] | undefined>();
  const timer = setTimeout(() => {
    waiting.delete(question.id);
    void worker.terminate();
    resolve(undefined);
  }, timeoutMs);
  waiting.set(question.id, resolve);
  worker.postMessage(question);
  const paths = await promise;
  clearTimeout(timer);
  return paths;
}
