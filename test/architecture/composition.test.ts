import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/* What composes has no state and no timers: what moves belongs to a flow or an adapter, and waits go by the pace. */

const ROOT = globSync(['src/main.ts', 'src/main/*.ts'], { exclude: ['src/main/*demo*.ts'] });
const TIMERS = /\bnode:timers|\bset(?:Timeout|Interval|Immediate)\b/;

/** Not waits but deadlines: they must not shrink with the pace. */
const DEADLINES = new Set(['src/flows/scan/look-at-apps.ts', 'src/jobs/done-within.ts', 'src/slack/in-time.ts']);

function codeOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '');
}

describe('the composition root', () => {
  it('is found', () => {
    expect(ROOT.length).toBeGreaterThan(10);
  });

  it.each(ROOT)('%s holds no state and starts no timer', (file) => {
    expect(codeOf(file)).not.toMatch(/\blet\s/);
    expect(codeOf(file)).not.toMatch(TIMERS);
  });
});

describe('flows and edges', () => {
  it('wait by the pace alone', () => {
    const files = globSync('src/{flows,slack,jobs}/**/*.ts').filter((file) => TIMERS.test(codeOf(file)));
    expect(new Set(files)).toEqual(DEADLINES);
  });
});

describe('listeners of Slack', () => {
  it('are all registered through the one way in, which acknowledges, correlates and measures', () => {
    const files = globSync('src/slack/listeners/*/*.ts');
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const code = codeOf(file);
      const registered = code.match(/\bapp\.(?:command|action|view|event|shortcut|options|message)\b/g) ?? [];
      expect([file, code.match(/\blisten<Args, /g)?.length]).toEqual([file, registered.length]);
      expect(code).not.toMatch(/\brandomUUID\b|plumbline_ack_seconds|\bargs\.ack\b/);
    }
  });
});
