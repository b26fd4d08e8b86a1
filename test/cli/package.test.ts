import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/* What an installed package and the container image run: compiled, without the source beside it. */

const CASE = resolve('test/cases/corpus/hydra-replicas-owned-by-hpa.json');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-package-'));
  const compiler = resolve('node_modules/.bin/tsc');
  const { status, stdout } = spawnSync(compiler, ['-p', 'tsconfig.build.json', '--outDir', join(folder, 'dist')]);
  if (status !== 0) throw new Error(`the build failed: ${stdout.toString()}`);
  cpSync('manifest.yml', join(folder, 'dist/manifest.yml'));
  cpSync('package.json', join(folder, 'package.json'));
  cpSync('bin', join(folder, 'bin'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(...args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  // it makes its own world, whatever this test run has kept
  const { PLUMBLINE_WORLD_TEMPLATE: _, ...env } = process.env;
  return spawn(process.execPath, [join(folder, 'bin/plumbline.js'), ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function run(...args: readonly string[]) {
  const child = start(...args);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { out, err, code };
}

describe('the package', () => {
  it('brings the world of the demo along', async () => {
    const child = start('demo', '--no-bot', '--json');
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      const { argocd } = JSON.parse(line) as { readonly argocd: { readonly server: string; readonly token: string } };
      const answer = await fetch(`${argocd.server}/api/v1/applications`, {
        headers: { authorization: `Bearer ${argocd.token}` },
      });
      const { items } = (await answer.json()) as { readonly items: readonly unknown[] };
      expect(items).toHaveLength(52);
    } finally {
      child.kill('SIGTERM');
    }
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
  });

  it('says what to run instead where it was left out, and does everything else', async () => {
    rmSync(join(folder, 'dist/world'), { recursive: true });
    expect(await run('demo')).toEqual({
      out: '',
      err: 'plumbline: the simulated world of the demo is not part of this installation\n  hint: run npx plumbline-argocd demo, or npm run demo in a clone\n',
      code: 2,
    });
    const explained = await run('explain', '--json', CASE);
    expect(explained).toMatchObject({ err: '', code: 1 });
    expect(explained.out).toContain('"lead":"mutated"');
  });
});
