import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/*
 * The rings of docs/ARCHITECTURE.md. A ring may import what is listed and itself, nothing else. The reason is part of
 * the message, because the person who trips over a rule should learn why it is there.
 */
interface Ring {
  readonly may: readonly string[];
  readonly packages: readonly RegExp[];
  readonly because: string;
}

const node = /^node:/;
const RINGS: Readonly<Record<string, Ring>> = {
  core: {
    may: [],
    // two pure functions of others: a hash, and data as YAML text (ADR 14)
    packages: [/^node:crypto$/, /^yaml$/],
    because:
      'the core is pure: it gets facts as arguments and returns decisions. Fetch the fact in a flow and add it to Observation.',
  },
  ports: {
    may: ['core'],
    packages: [],
    because: 'a port is an interface in domain words; no SDK type may appear in it.',
  },
  flows: {
    may: ['core', 'ports'],
    // how many at once is sequence, and p-map touches nothing but promises (ADR 14)
    packages: [/^p-map$/],
    because: 'a flow is sequence only; it talks to the world through ports, so that any adapter can stand behind them.',
  },
  config: { may: ['core'], packages: [/^zod$/, /^yaml$/, node], because: 'configuration is parsed once at the edge.' },
  adapters: {
    may: ['core', 'ports'],
    packages: [
      /^zod$/,
      /^yaml$/,
      /^jq-wasm$/,
      /^@kubernetes\/client-node$/,
      /^undici$/,
      /^ioredis$/,
      /^rate-limiter-flexible$/,
      /^pino$/,
      /^prom-client$/,
      /^cron-parser$/,
      node,
    ],
    because: 'an adapter translates one outside system to a port; what to do with it is decided in core and flows.',
  },
  cli: {
    may: ['core', 'ports', 'flows'],
    packages: [/^commander$/, /^leven$/, /^string-width$/, node],
    because: 'the command line is an edge: it gets its adapters from main.ts, so that tests can give it others.',
  },
  slack: {
    may: ['core', 'ports', 'flows'],
    packages: [/^@slack\//, /^zod$/, /^leven$/, node],
    because: 'the Slack edge parses, calls a flow and renders.',
  },
  jobs: {
    may: ['core', 'ports', 'flows'],
    packages: [/^bullmq$/, /^ioredis$/, /^zod$/, node],
    because: 'the job edge schedules flows; it decides nothing.',
  },
  world: {
    may: ['core'],
    packages: [/.*/],
    because: 'the simulated world speaks wire formats; it must not share code with the adapters it tests.',
  },
};

interface Import {
  readonly file: string;
  readonly target: string;
}

const files = globSync(['src/**/*.ts', 'world/**/*.ts'], { exclude: ['world/test/**'] }).map((file) => normalize(file));
const imports: readonly Import[] = files.flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/g,
    ),
  ].map(([, from, dynamic]) => ({ file, target: from ?? dynamic ?? '' })),
);

function ringOf(file: string): string {
  const [top = '', folder = ''] = file.split('/');
  return top === 'src' ? folder : top;
}

function problemWith({ file, target }: Import): string | undefined {
  const ring = ringOf(file);
  const rule = RINGS[ring];
  if (!rule)
    return file === 'src/main.ts' || ring === 'main'
      ? undefined
      : `${file} stands in no ring: put it in one of ${Object.keys(RINGS).join(', ')}`;
  if (ring === 'world' && /^@slack\/(?!types)/.test(target))
    return `${file} imports ${target}. The simulated Slack must not share code with the clients that are tested against it.`;
  if (!target.startsWith('.')) {
    return rule.packages.some((allowed) => allowed.test(target))
      ? undefined
      : `${file} imports ${target}. ${ring}: ${rule.because}`;
  }
  const other = ringOf(normalize(join(dirname(file), target)));
  if (
    other === 'adapters' &&
    ring === 'adapters' &&
    file.split('/')[2] !== normalize(join(dirname(file), target)).split('/')[2]
  ) {
    return `${file} imports another adapter (${target}). Adapters never know one another: what they share belongs to core or ports.`;
  }
  return other === ring || rule.may.includes(other) ? undefined : `${file} imports ${target}. ${ring}: ${rule.because}`;
}

describe('the rings', () => {
  it('sees the source files and their imports', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(200);
  });

  it('import inwards only', () => {
    expect(imports.flatMap((entry) => problemWith(entry) ?? [])).toEqual([]);
  });

  it('would catch an SDK, an outer ring and a foreign adapter', () => {
    expect(problemWith({ file: 'src/core/classify/classify.ts', target: 'ioredis' })).toMatch(/the core is pure/);
    expect(problemWith({ file: 'src/core/classify/classify.ts', target: '../../adapters/jq/client.ts' })).toMatch(
      /the core is pure/,
    );
    expect(problemWith({ file: 'src/adapters/jq/client.ts', target: '../case-file/map.ts' })).toMatch(
      /Adapters never know one another/,
    );
    expect(problemWith({ file: 'world/slack/person.ts', target: '@slack/bolt' })).toMatch(/must not share code/);
    expect(problemWith({ file: 'src/flows/explain-app.ts', target: '../cli/io.ts' })).toMatch(/sequence only/);
  });
});

const IMPURE: readonly (readonly [RegExp, string])[] = [
  [
    /\basync\b|\bawait\b|\bPromise\b/,
    'is asynchronous. A judgement that needs await means a fetch belongs in a flow: add the fact to Observation.',
  ],
  [
    /\bnew Date\(\s*\)|\bDate\.now\b|\bperformance\b/,
    'reads the clock. Time comes in as an argument, so that tests never wait.',
  ],
  [/\bMath\.random\b|\brandomUUID\b|\brandomBytes\b/, 'draws random numbers. Ids and randomness come in as arguments.'],
  [/\bprocess\b/, 'reads the process. Configuration comes in as an argument.'],
  [/\bconsole\b/, 'prints. The core returns what is to be said.'],
];

function impurities(file: string, text: string): readonly string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/(['"`])(?:\\.|(?!\1)[\s\S])*\1/g, "''");
  return IMPURE.filter(([form]) => form.test(code)).map(([, why]) => `${file} ${why}`);
}

describe('the core', () => {
  it('has no async, clock, randomness, environment or console', () => {
    const core = files.filter((file) => ringOf(file) === 'core');
    expect(core.flatMap((file) => impurities(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('would catch each of them', () => {
    for (const code of ['await x()', 'const t = new Date()', 'Math.random()', 'process.env.X', 'console.log(1)']) {
      expect(impurities('src/core/x.ts', code)).toHaveLength(1);
    }
    expect(impurities('src/core/x.ts', "// new Date()\nconst a = 'process'")).toEqual([]);
  });
});
