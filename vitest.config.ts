import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], exclude: ['test/unit/demo/**'], isolate: false } },
      { test: { name: 'demo', include: ['test/unit/demo/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      { test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'] } },
      { test: { name: 'cli', include: ['test/cli/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'contract', include: ['test/contract/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      { test: { name: 'flows', include: ['test/flows/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      { test: { name: 'bot', include: ['test/bot/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
      { test: { name: 'cases', include: ['test/cases/**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
