import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catcherIn, copyOf, tryCommands } from '../../../../scripts/mutate/trial.ts';

const LIMIT = 60_000;

describe('the copy in which mutants are tried', () => {
  it('holds the tree, leaves it alone, and takes files from it again', () => {
    const tree = aTree({ 'src/a.ts': 'one', '.gitignore': 'node_modules', 'node_modules/tool/a.js': 'tool' });
    const copy = copyOf(tree);
    const [own, copied] = [join(tree, 'src/a.ts'), join(copy.folder, 'src/a.ts')];
    expect(readFileSync(copied, 'utf8')).toBe('one');
    expect(readFileSync(join(copy.folder, 'node_modules/tool/a.js'), 'utf8')).toBe('tool');

    writeFileSync(copied, 'two');
    expect(readFileSync(own, 'utf8')).toBe('one');
    copy.reset(['src/a.ts']);
    expect(readFileSync(copied, 'utf8')).toBe('one');

    copy.remove();
    expect(existsSync(copy.folder)).toBe(false);
    expect(existsSync(join(tree, 'node_modules/tool/a.js'))).toBe(true);
    rmSync(tree, { recursive: true });
  });
});

function aTree(files: Readonly<Record<string, string>>): string {
  const tree = mkdtempSync(join(tmpdir(), 'plumbline-tree-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
  execFileSync('git', ['init', '--quiet'], { cwd: tree });
  return tree;
}

describe('trying commands', () => {
  it('lets a mutant survive when all commands pass', async () => {
    expect(await tryCommands(['true', 'true'], '.', LIMIT)).toMatchObject({ result: 'survived' });
  });

  it('says which test failed, and runs nothing after it', async () => {
    const commands = ['true', 'printf "noise\\n FAIL  |unit| a.test.ts > b\\n FAIL  c\\n"; false', 'touch /nowhere/x'];
    expect(await tryCommands(commands, '.', LIMIT)).toMatchObject({ result: 'caught', by: '|unit| a.test.ts > b' });
  });

  it('ends what takes too long, with everything it started', async () => {
    expect(await tryCommands(['sleep 600 & sleep 600'], '.', 50)).toMatchObject({
      result: 'caught',
      by: 'no end in time',
    });
  });

  it('takes the last line where no test is named', () => {
    expect(catcherIn('a\n\u001b[31mb: error\u001b[0m\n\n')).toBe('b: error');
  });
});
