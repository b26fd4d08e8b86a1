import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

let folder: string | undefined;

/** Tests run in many processes, some of them commands: the first that starts a world keeps its template for the rest of this run. */
export function setup({ config }: TestProject): void {
  // who watches edits the story, and a kept template would not notice
  if (config.watch) return;
  folder = mkdtempSync(join(tmpdir(), 'plumbline-world-template-'));
  process.env.PLUMBLINE_WORLD_TEMPLATE = join(folder, 'template.json');
}

export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
