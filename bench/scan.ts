import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { makeToken } from '../world/argocd/api/session.ts';
import type { Measured, ReplayMeasured, ScanMeasured, ServerOrder } from './scan/protocol.ts';

/* Scanner, simulated Argo CD and yardstick are processes of their own, so that memory is the scanner's alone. */

const CHANGED = 0.01;
const ROUNDS = 3;

export async function benchScan({ apps }: { readonly apps: number }): Promise<void> {
  const token = makeToken('bench');
  const server = start('fleet-server', String(apps), token);
  const { url } = await next<{ url: string }>(server);
  const children = [server];
  const ready = (name: string): ChildProcess => {
    const child = start(name, url, token);
    children.push(child);
    return child;
  };
  try {
    // fills the server's cache and says what a scan asks for
    const scanner = ready('scanner');
    await ask<ScanMeasured>(scanner, 'scan');
    const { asked } = await tell<{ asked: readonly string[] }>(server, 'asked');
    const yardsticks: ReplayMeasured[] = [];
    const fulls: ScanMeasured[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      yardsticks.push(await ask<ReplayMeasured>(ready('replay'), asked));
      fulls.push(await ask<ScanMeasured>(ready('scanner'), 'scan'));
    }
    await tell<{ changed: number }>(server, { change: CHANGED });
    // once for the server's cache; the looks before it stay those of the first scan
    await ask<ScanMeasured>(scanner, 'scan');
    await tell(server, 'asked');
    const agains = [await ask<ScanMeasured>(scanner, 'scan')];
    const { asked: askedAgain } = await tell<{ asked: readonly string[] }>(server, 'asked');
    while (agains.length < ROUNDS) agains.push(await ask<ScanMeasured>(scanner, 'scan'));
    const yardstickAgain = await ask<ReplayMeasured>(ready('replay'), askedAgain);
    print(apps, { yardstick: best(yardsticks), full: best(fulls), again: best(agains), yardstickAgain });
  } finally {
    for (const child of children) child.disconnect();
  }
}

/** The round least disturbed by what else the machine does; memory is the worst of all. */
function best<T extends Measured>(rounds: readonly T[]): T {
  const [quickest] = rounds.toSorted((a, b) => a.cpuSeconds - b.cpuSeconds);
  if (!quickest) throw new TypeError('there is at least one round');
  return { ...quickest, peakMb: Math.max(...rounds.map(({ peakMb }) => peakMb)) };
}

interface Results {
  readonly yardstick: ReplayMeasured;
  readonly full: ScanMeasured;
  readonly again: ScanMeasured;
  readonly yardstickAgain: ReplayMeasured;
}

function print(apps: number, { yardstick, full, again, yardstickAgain }: Results): void {
  console.log(
    `scan: ${apps} apps, ${full.outOfSync} OutOfSync, 40 resources each, ${full.findings} findings, no rate limit`,
  );
  row('fetch and JSON.parse', yardstick, asked(yardstick));
  row('full scan', full, `${ratio(full, yardstick)} × fetch and parse`);
  row('  fetch and parse of the next', yardstickAgain, asked(yardstickAgain));
  row(`scan again, 1 % changed`, again, `${ratio(again, full)} × full scan, ${again.findings} findings`);
}

function row(name: string, { seconds, cpuSeconds, peakMb }: ScanMeasured | ReplayMeasured, says: string): void {
  const figures = [`${seconds.toFixed(2)} s`, `${cpuSeconds.toFixed(2)} s cpu`, `${Math.round(peakMb)} MB peak`];
  console.log(`  ${name.padEnd(28)} ${figures.map((figure) => figure.padStart(11)).join(' ')}  ${says}`);
}

function asked({ requests, wireMb, plainMb }: ReplayMeasured): string {
  return `${requests} requests, ${plainMb.toFixed(1)} MB (${wireMb.toFixed(1)} MB packed)`;
}

function ratio(a: Measured, b: Measured): string {
  return `${(a.seconds / b.seconds).toFixed(2)} (cpu ${(a.cpuSeconds / b.cpuSeconds).toFixed(2)})`;
}

function start(name: string, ...args: readonly string[]): ChildProcess {
  return fork(fileURLToPath(new URL(`./scan/${name}.ts`, import.meta.url)), args);
}

function tell<T>(child: ChildProcess, order: ServerOrder): Promise<T> {
  return ask<T>(child, order);
}

async function ask<T>(child: ChildProcess, message: object | string): Promise<T> {
  child.send(message);
  return next<T>(child);
}

/** The next answer of the child; one that dies is an error. */
async function next<T>(child: ChildProcess): Promise<T> {
  const died = new AbortController();
  child.once('exit', (code) => died.abort(new Error(`a bench process ended with ${code}`)));
  const [answer] = (await once(child, 'message', { signal: died.signal })) as [T];
  return answer;
}
