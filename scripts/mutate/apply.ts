import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Mutant, mutateAll } from './draw.ts';

/** Writes mutants into a tree that holds the files they were drawn from. */
export function applyTo(tree: string, mutants: readonly Mutant[]): void {
  for (const [file, own] of Map.groupBy(mutants, (mutant) => mutant.file)) {
    const path = join(tree, file);
    writeFileSync(path, mutateAll(readFileSync(path, 'utf8'), own));
  }
}

/** The mutants as a patch that `git apply` takes. */
export function patchOf(tree: string, mutants: readonly Mutant[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-mutants-'));
  try {
    for (const { file } of mutants) {
      for (const side of ['a', 'b']) {
        mkdirSync(dirname(join(folder, side, file)), { recursive: true });
        writeFileSync(join(folder, side, file), readFileSync(join(tree, file)));
      }
    }
    applyTo(join(folder, 'b'), mutants);
    const { stdout } = spawnSync('git', ['diff', '--no-index', '--no-prefix', '--no-color', 'a', 'b'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
