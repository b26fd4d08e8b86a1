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
    may: [],
    packages: [/.*/],
    because:
      'the simulated world may use the vocabulary of core/model and the Kubernetes primitives of core/kubernetes. Everything else it states itself, so that product and simulator cannot share a wrong belief.',
  },
};

interface Import {
  readonly file: string;
  readonly target: string;
  /** `type`: nothing of it is left when the file runs. */
  readonly kind?: 'static' | 'dynamic' | 'type';
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?<type>type\s)?(?:[^'";]*?from\s+)?['"](?<from>[^'"]+)['"]|(?<typeof>typeof\s+)?import\(['"](?<dynamic>[^'"]+)['"]\)/g;

function importsIn(file: string, text: string): readonly Import[] {
  return [...text.matchAll(IMPORT)].map(({ groups = {} }) => {
    const isErased = groups.type !== undefined || groups.typeof !== undefined;
    const kind = isErased ? 'type' : groups.from === undefined ? 'dynamic' : 'static';
    return { file, target: groups.from ?? groups.dynamic ?? '', kind };
  });
}

const files = globSync(['src/**/*.ts', 'world/**/*.ts']).map((file) => normalize(file));
const imports: readonly Import[] = files.flatMap((file) => importsIn(file, readFileSync(file, 'utf8')));

function ringOf(file: string): string {
  const [top = '', folder = ''] = file.split('/');
  return top === 'src' ? folder : top;
}

/** The one place where the product reaches the world, and the one thing that it reaches there. */
const GATE = { file: 'src/main/load-world.ts', target: '../../world/index.ts' };

/** Of core/model the words for any JSON document and any object, not those for findings and fixes. */
const SHARED = /^src\/core\/(kubernetes\/|model\/(defined|edit|equal|glob|json|pointer|resource-ref|schema-node)\.ts$)/;

function problemWith({ file, target, kind }: Import): string | undefined {
  const ring = ringOf(file);
  const rule = RINGS[ring];
  const path = target.startsWith('.') ? normalize(join(dirname(file), target)) : '';
  if (file.startsWith('src/') && ringOf(path) === 'world') {
    return file === GATE.file && target === GATE.target && kind !== 'static'
      ? undefined
      : `${file} imports ${target}. The world is not in every installation: ask ${GATE.file} for it.`;
  }
  if (ring === 'world' && SHARED.test(path)) return undefined;
  if (!rule)
    return file === 'src/main.ts' || ring === 'main'
      ? undefined
      : `${file} stands in no ring: put it in one of ${Object.keys(RINGS).join(', ')}`;
  if (ring === 'world' && !file.startsWith('world/test/') && /^@slack\/(?!types)/.test(target))
    return `${file} imports ${target}. The simulated Slack must not share code with the clients that are tested against it.`;
  if (!target.startsWith('.')) {
    return rule.packages.some((allowed) => allowed.test(target))
      ? undefined
      : `${file} imports ${target}. ${ring}: ${rule.because}`;
  }
  const other = ringOf(path);
  if (other === 'adapters' && ring === 'adapters' && file.split('/')[2] !== path.split('/')[2]) {
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

  it('reach the world in one place, when it is asked for', () => {
    const reaching = imports.filter(({ file, target }) => file.startsWith('src/') && target.includes('world/'));
    expect(reaching.filter(({ kind }) => kind !== 'type')).toEqual([{ ...GATE, kind: 'dynamic' }]);
    expect(new Set(reaching.map(({ file }) => file))).toEqual(new Set([GATE.file]));
  });

  it('would catch a second way into the world, and the world’s ways into the product', () => {
    for (const text of [
      "import { startWorld } from '../../world/index.ts';",
      "import { type Visit } from '../../world/index.ts';",
      "import '../../world/index.ts';",
      "export * from '../../world/index.ts';",
    ]) {
      const [found] = importsIn(GATE.file, text);
      expect(found && problemWith(found)).toMatch(/not in every installation/);
    }
    const dynamic = "const world = await import('../../world/index.ts');";
    expect(importsIn('src/main/demo.ts', dynamic).map(problemWith)).toEqual([
      expect.stringMatching(/not in every installation/),
    ]);
    expect(importsIn(GATE.file, dynamic).map(problemWith)).toEqual([undefined]);
    const allowed = ['../../src/core/model/json.ts', '../../src/core/kubernetes/quantity.ts', '../cluster/types.ts'];
    const forbidden = [
      'core/compare/strategy.ts',
      'core/drift/hooks.ts',
      'core/model/fix.ts',
      'ports/clock.ts',
      'main.ts',
    ];
    for (const target of allowed) expect(problemWith({ file: 'world/argocd/hooks.ts', target })).toBeUndefined();
    for (const target of forbidden) {
      expect(problemWith({ file: 'world/argocd/hooks.ts', target: `../../src/${target}` })).toMatch(/wrong belief/);
    }
    expect(problemWith({ file: 'world/test/story/story.test.ts', target: '../../../test/support/hands.ts' })).toMatch(
      /wrong belief/,
    );
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
