import { parentPort } from 'node:worker_threads';
import { raw } from 'jq-wasm';
import type { Answer, Question } from './protocol.ts';

/* jq runs synchronously inside WebAssembly: in a thread of its own, a rule that never ends can be stopped. */

const port = parentPort;
if (!port) throw new TypeError('the jq worker is started as a thread');

port.on('message', (question: Question) => {
  void answer(question).then((reply) => port.postMessage(reply));
});

async function answer({ id, expression, document }: Question): Promise<Answer> {
  try {
    const output = await raw(document, `[path(${expression})]`, ['-c']);
    return { id, paths: JSON.parse(output) as Answer['paths'] };
  } catch {
    return { id, paths: [] };
  }
}

// the first evaluation compiles the module; the clock of a rule must not run meanwhile
void answer({ id: 0, expression: '.', document: 'null' }).then((reply) => port.postMessage(reply));
