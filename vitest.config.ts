import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { isThorough } from './test/support/thorough.ts';

/*
 * Limits are for hangs alone: no test waits for a time, and a machine may be as busy as it likes. Suites that start the service share
 * the modules of their worker process (nothing of ours keeps state in a module), because loading every SDK again costs a second.
 */
/** What is long by nature, in full. `npm test` has a sample of each. */
const LONG = ['test/long/**/*.test.ts', 'test/flows/remedy/crash-matrix.test.ts'];

const PATIENT = { testTimeout: 300_000, hookTimeout: 300_000, isolate: false };

/* Suites wait for events of servers more than they compute: one process more than a small machine has cores keeps all of them busy. */
const WORKERS = Math.max(3, availableParallelism() - 1);

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    globalSetup: ['world/test/keep-template.ts'],
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], ...PATIENT } },
      { test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'], ...PATIENT } },
      { test: { name: 'cases', include: ['test/cases/**/*.test.ts'], ...PATIENT } },
      { test: { name: 'world', include: ['world/test/**/*.test.ts'], ...PATIENT } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], ...PATIENT } },
      { test: { name: 'cli', include: ['test/cli/**/*.test.ts'], ...PATIENT } },
      { test: { name: 'flows', include: ['test/flows/**/*.test.ts'], ...PATIENT } },
      { test: { name: 'bot', include: ['test/bot/**/*.test.ts'], ...PATIENT } },
      ...(isThorough ? [{ test: { name: 'long', include: LONG, ...PATIENT } }] : []),
    ],
  },
});
