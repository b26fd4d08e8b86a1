import { defineConfig } from 'vitest/config';

const HALF_AN_HOUR_MS = 1_800_000;

export default defineConfig({
  test: {
    name: 'lab',
    dir: import.meta.dirname,
    include: ['**/*.test.ts'],
    // Suites share one lab, and some restart parts of it.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: HALF_AN_HOUR_MS,
  },
});
