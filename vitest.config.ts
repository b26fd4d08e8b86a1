import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], exclude: ['world/test/**'], isolate: false } },
      { test: { name: 'demo', include: ['world/test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      { test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'] } },
      { test: { name: 'cli', include: ['test/cli/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'flows',
          include: ['test/flows/**/*.test.ts'],
          exclude: ['test/flows/remedy/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'bot',
          include: ['test/bot/**/*.test.ts'],
          exclude: ['test/bot/remedy/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'remedy',
          include: ['test/flows/remedy/**/*.test.ts', 'test/bot/remedy/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // they wait more than they work: two at a time, after all the others
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { name: 'cases', include: ['test/cases/**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
