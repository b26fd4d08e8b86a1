import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRedisServer } from '../../src/adapters/redis/redis-server.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';

/* The first run, as people run it: one process, everything in it, nothing left behind. */

let folder = '';
let running: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-first-run-'));
});
afterEach(() => {
  running?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function demo(...args: string[]) {
  const env = { ...process.env, NO_COLOR: '1', TMPDIR: folder, ...COMPILE_CACHE };
  const child = spawn(process.execPath, ['bin/plumbline.js', 'demo', ...args], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running = child;
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  return { child, ended, err: text(child.stderr) };
}

interface Places {
  readonly argocd: { readonly server: string };
  readonly kubeconfig: string;
  readonly slack: { readonly apiUrl: string };
  readonly redis: string | null;
  readonly control: string;
}

async function placesOf(out: Readable): Promise<Places> {
  let line = '';
  for await (const chunk of out) {
    line += String(chunk);
    if (line.includes('\n')) break;
  }
  return JSON.parse(line) as Places;
}

/** Whether somebody listens there. */
async function isUp(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe.skipIf(findRedisServer(process.env.PATH ?? '') === undefined)('plumbline demo', () => {
  it('holds a conversation from a pipe, and leaves nothing behind', async () => {
    const { child, ended } = demo();
    child.stdin.end('/drift\n1\nquit\n');
    const said = await text(child.stdout);
    expect(await ended).toEqual([0, null]);
    const [report = '', overview = '', diagnosis = ''] = said.split(/^Ada .* > (?:\/drift|1)\n/m);
    expect(report).toContain('First report');
    expect(overview).toMatch(/argo-rollouts: CrashLoopBackOff, 1154 restarts.*\[1 Diagnose\]/);
    expect(diagnosis).toMatch(/^Ada presses Diagnose\n/);
    expect(diagnosis).toContain('Failed to download plugins');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says in one line where everything is, and is gone after a signal', async () => {
    const { child, ended } = demo('--json', '--port', '0');
    const places = await placesOf(child.stdout);
    expect(Object.keys(places)).toEqual(['page', 'argocd', 'kubeconfig', 'slack', 'redis', 'git', 'control']);
    const all = [places.argocd.server, places.slack.apiUrl, places.redis ?? '', places.control];
    expect(await Promise.all(all.map(isUp))).toEqual([true, true, true, true]);
    expect(await (await fetch(places.control)).json()).toMatchObject({ deeds: expect.arrayContaining([]) });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await Promise.all(all.map(isUp))).toEqual([false, false, false, false]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('plumbline demo --no-bot', () => {
  it('is the outside world alone', async () => {
    const { child, ended } = demo('--no-bot', '--json');
    const places = await placesOf(child.stdout);
    expect(places.redis).toBeNull();
    expect(await Promise.all([places.argocd.server, places.slack.apiUrl].map(isUp))).toEqual([true, true]);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves nothing behind where it cannot start', async () => {
    const { child: first } = demo('--no-bot', '--json', '--port', '0');
    const { port } = new URL((await placesOf(first.stdout)).control);
    const before = readdirSync(folder);
    const { ended, err } = demo('--no-bot', '--port', port);
    expect(await ended).toEqual([2, null]);
    expect(await err).toContain(`port ${port} is taken`);
    expect(readdirSync(folder)).toEqual(before);
    first.kill('SIGKILL');
  });

  it.each([
    [['--apps', 'many'], /--apps takes a whole number/],
    [['--port', '70000'], /--port takes a whole number/],
    [['--headless-check'], /--headless-check plays the story with the bot/],
  ])('refuses %j', async (args, message) => {
    const { ended, err } = demo('--no-bot', ...args);
    expect(await ended).toEqual([2, null]);
    expect(await err).toMatch(message);
  });
});
