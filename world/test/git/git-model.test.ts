import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeGitModel } from '../../git/git-model.ts';
import { aClock } from '../cluster/cluster.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-git-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a repository', () => {
  it('takes commits and gives their files back', async () => {
    const clock = aClock();
    const git = await makeGitModel(join(folder, 'files.git'), { clock });
    const first = await git.commit(
      new Map([
        ['apps/web/a.yaml', 'a: 1\n'],
        ['apps/web/sub/ü "b".yaml', 'b: 1'],
        ['other.txt', ''],
      ]),
      'Start',
    );
    clock.pass(60);
    const second = await git.commit(
      new Map([
        ['apps/web/a.yaml', 'a: 2\n'],
        ['other.txt', null],
      ]),
      'Change a\n\nBecause.',
      { author: 'Ada <ada@example.com>' },
    );
    expect(await git.resolve('main')).toBe(second);
    expect(await git.files(first, 'apps/web')).toEqual(
      new Map([
        ['apps/web/a.yaml', 'a: 1\n'],
        ['apps/web/sub/ü "b".yaml', 'b: 1'],
      ]),
    );
    expect([...(await git.files('HEAD', '.')).keys()]).toEqual(['apps/web/a.yaml', 'apps/web/sub/ü "b".yaml']);
    expect(await git.describe('main')).toEqual({
      revision: second,
      author: 'Ada <ada@example.com>',
      date: '2026-03-02T09:01:00Z',
      message: 'Change a\n\nBecause.',
    });
  });

  it('does not know what is not there', async () => {
    const git = await makeGitModel(join(folder, 'empty.git'), { clock: aClock() });
    expect(await git.resolve('main')).toBeUndefined();
    expect(await git.describe('nope')).toBeUndefined();
  });

  it('has the same revisions whenever it is made', async () => {
    const revisions = await Promise.all(
      ['one.git', 'two.git'].map(async (name) => {
        const git = await makeGitModel(join(folder, name), { clock: aClock() });
        return git.commit(new Map([['a', '1']]), 'Start');
      }),
    );
    expect(revisions[0]).toBe(revisions[1]);
  });

  it('keeps commits that are made at once apart', async () => {
    const git = await makeGitModel(join(folder, 'race.git'), { clock: aClock() });
    await Promise.all(['a', 'b', 'c'].map((name) => git.commit(new Map([[name, name]]), name)));
    expect([...(await git.files('main', '')).keys()]).toEqual(['a', 'b', 'c']);
  });

  it('can be cloned', async () => {
    const git = await makeGitModel(join(folder, 'cloned.git'), { clock: aClock() });
    await git.commit(new Map([['a.txt', 'text']]), 'Start');
    const target = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', git.url, target]);
    expect(readFileSync(join(target, 'a.txt'), 'utf8')).toBe('text');
  });

  it('follows what others push, and what was there before it', async () => {
    const repository = join(folder, 'pushed.git');
    const first = await makeGitModel(repository, { clock: aClock() });
    await first.commit(
      new Map([
        ['apps/web/a.yaml', 'a: 1\n'],
        ['apps/webhook/b.yaml', 'b: 1\n'],
      ]),
      'Start',
    );
    const clone = join(folder, 'pushing');
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: clone })
        .toString()
        .trim();
    execFileSync('git', ['clone', '--quiet', first.url, clone]);
    writeFileSync(join(clone, 'apps/web/a.yaml'), 'a: 2\n');
    git('commit', '--quiet', '--all', '--message', 'Change a');
    git('push', '--quiet');
    const later = await makeGitModel(repository, { clock: aClock() });
    for (const model of [first, later]) {
      expect(await model.resolve('main')).toBe(git('rev-parse', 'HEAD'));
      expect(await model.resolve('HEAD')).toBe(git('rev-parse', 'HEAD'));
      expect(await model.files('main', 'apps/web')).toEqual(new Map([['apps/web/a.yaml', 'a: 2\n']]));
      expect([...(await model.files('main~1', '')).values()]).toEqual(['a: 1\n', 'b: 1\n']);
    }
    const next = await later.commit(new Map([['apps/web/a.yaml', 'a: 3\n']]), 'Change it again');
    execFileSync('git', ['pack-refs', '--all'], { cwd: repository });
    expect(await first.resolve('main')).toBe(next);
    expect([...(await first.files('HEAD', '.')).values()]).toEqual(['a: 3\n', 'b: 1\n']);
  });
});
