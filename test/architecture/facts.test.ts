import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { APP_STATEMENTS } from '../../src/adapters/case-file/app-facts.ts';
import { INSTANCE_STATEMENTS } from '../../src/adapters/case-file/instance.ts';
import { parseCase } from '../../src/adapters/case-file/parse.ts';
import { RESOURCE_STATEMENTS } from '../../src/adapters/case-file/resource-facts.ts';
import { classify } from '../../src/core/classify/classify.ts';
import { driftRules } from '../../src/core/classify/registry.ts';
import { type AppSubject, type DriftRule, resourceRule, type Subject } from '../../src/core/drift/rule.ts';
import { OFFLINE_FACTS } from '../../src/core/facts/live-only.ts';
import { FACTS, type FactId } from '../../src/core/facts/registry.ts';
import { makeMasker } from '../../src/core/mask/mask.ts';
import type { Json } from '../../src/core/model/json.ts';
import { APP_SOURCES, INSTANCE_SOURCES, RESOURCE_SOURCES } from '../../src/flows/observe/live-sources.ts';
import { anObservation, aRef } from '../support/builders.ts';
import { withDeclaredFactsOnly } from '../support/declared-facts.ts';

const CATALOGUE = 'src/core/facts';
/** What the catalogue is made with. */
const AROUND = ['fact', 'registry', 'observation', 'live-only', 'not-healthy'];
const ids: readonly FactId[] = FACTS.map(({ id }) => id);

/** `trafficRouters` → `traffic-routers`. */
function fileOf(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}

describe('the catalogue of facts', () => {
  it('holds every file once, under the fact’s own name', () => {
    const files = readdirSync(CATALOGUE).map((file) => basename(file, '.ts'));
    expect([...ids.map(fileOf), ...AROUND].toSorted()).toEqual(files.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(ids)('%s says in prose what it is', (id) => {
    expect(textOf(`${CATALOGUE}/${fileOf(id)}.ts`)).toMatch(/\/\*\*[\s\S]+?\*\/\s*export const/);
  });
});

/** What is said of where a fact comes from. */
interface Origin {
  readonly id: string;
  readonly source?: string;
  readonly offlineOnly?: string;
}

const sources: ReadonlySet<string> = new Set([
  ...Object.keys(RESOURCE_SOURCES),
  ...Object.keys(APP_SOURCES),
  ...Object.keys(INSTANCE_SOURCES),
]);

/** Why nobody would ever have the fact in production; undefined: somebody does, or says why not. */
function originProblem({ id, source, offlineOnly }: Origin): string | undefined {
  if (offlineOnly !== undefined)
    return offlineOnly.length >= 20 ? undefined : `${id} gives no reason to be offline-only`;
  if (source === 'memory') return undefined;
  if (source === undefined) return `${id} has no live source and is not declared offline-only`;
  return sources.has(id) && existsSync(`src/flows/observe/sources/${fileOf(id)}.ts`)
    ? undefined
    : `${id} is said to come from ${source}, and nothing fetches it`;
}

describe('where facts come from', () => {
  it.each(FACTS)('$id is fetched, remembered, or says why not', (fact) => {
    expect(originProblem(fact)).toBeUndefined();
  });

  it('would catch a fact that nobody fetches', () => {
    expect(originProblem({ id: 'endpoints' })).toMatch(/no live source/);
    expect(originProblem({ id: 'endpoints', source: 'cluster' })).toMatch(/nothing fetches it/);
    expect(originProblem({ id: 'endpoints', offlineOnly: 'later' })).toMatch(/no reason/);
  });

  it('has a file for every source, and none besides', () => {
    const files = readdirSync('src/flows/observe/sources').map((file) => basename(file, '.ts'));
    expect(files.toSorted()).toEqual([...sources].map(fileOf).toSorted());
  });

  /* To be shortened only: each of these is a fact that rules rely on and that no live scan has. */
  it('leaves these to case files', () => {
    expect(OFFLINE_FACTS).toEqual([
      'renders',
      'trafficRouters',
      'dryRun',
      'shownDiff',
      'afterHardRefresh',
      'commits',
      'deletions',
      'auditedWrites',
      'claimOf',
      'customResources',
      'syncsLastHour',
      'quota',
      'rolloutInProgress',
      'exclusions',
    ]);
  });
});

/** Facts that a source text reads: `facts.renders`, `const { commits } = resource.facts`. */
function readsIn(source: string): ReadonlySet<string> {
  const direct = [...source.matchAll(/\b(?:facts|runtime|instance)\??\.(\w+)/g)].map(([, name]) => name ?? '');
  const taken = [...source.matchAll(/\{([^{}]*)\}\s*=\s*[\w.?]*\b(?:facts|runtime|instance)\b/g)].flatMap(([, names]) =>
    (names ?? '').split(',').map((name) => name.trim().replace(/\s*[:=].*$/s, '')),
  );
  return new Set([...direct, ...taken].filter((name) => ids.some((id) => id === name)));
}

/** Whatever judges: rules, comparison, health, failures, fixes, plans, the overview. */
const judging = globSync('src/core/{classify,drift,compare,diff,fix,scan,remedy}/**/*.ts').map(textOf);

function isReadBySomebody(id: string): boolean {
  return judging.some(
    (source) => new RegExp(`\\b(?:facts|runtime|instance)\\??\\.${id}\\b`).test(source) || readsIn(source).has(id),
  );
}

describe('who reads facts', () => {
  it.each(ids)('%s has a reader', (id) => {
    expect(isReadBySomebody(id)).toBe(true);
  });

  it('would catch a fact without a reader', () => {
    for (const gone of ['renderedNames', 'crds', 'ingressClasses', 'inCluster', 'endpoints'])
      expect(isReadBySomebody(gone)).toBe(false);
  });

  it('recognises a read in either form', () => {
    const source =
      'const { commits, otherApps: others } = resource.facts;\nif (subject.runtime.pods?.length) use(instance.version);';
    expect([...readsIn(source)].toSorted()).toEqual(['commits', 'otherApps', 'pods', 'version']);
  });
});

/** The rule's own file and what it asks of the folder around it. */
function sourcesOf({ id }: DriftRule): readonly string[] {
  const file = `src/core/drift/rules/${id}.ts`;
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const [, spec] of textOf(path).matchAll(/from '(\.[^']+)'/g)) {
      const imported = normalize(join(dirname(path), spec ?? ''));
      if (imported.startsWith('src/core/drift/') && !imported.includes('/rules/')) visit(imported);
    }
  };
  visit(file);
  return [...seen].map(textOf);
}

const corpus = globSync('test/cases/corpus/*.json').toSorted();

describe('what rules need', () => {
  it.each(driftRules)('$id names what its own file reads', (rule) => {
    const [own = ''] = sourcesOf(rule);
    expect([...readsIn(own)].filter((id) => !rule.needs.some((need) => need === id))).toEqual([]);
  });

  it.each(driftRules.filter(({ needs }) => needs.length > 0))('$id reads what it names', (rule) => {
    const reads = new Set(sourcesOf(rule).flatMap((source) => [...readsIn(source)]));
    expect(rule.needs.filter((id) => !reads.has(id))).toEqual([]);
  });

  it('is all that a rule reads, itself or through what it asks, in any case of the corpus', () => {
    expect(corpus.length).toBeGreaterThan(300);
    const guarded = driftRules.map(guardedRule);
    for (const path of corpus) classify(parseCase(textOf(path), basename(path)).observation, guarded);
  });

  it('would catch a rule that reads more', () => {
    const sly = resourceRule({
      id: 'sly',
      title: 'Reads behind its declaration',
      driftClass: 'residual',
      needs: ['commits'],
      claim({ resource }) {
        expect(resource.facts.commits).toBeUndefined();
        Reflect.get(resource.facts, 'renders');
        return undefined;
      },
    });
    expect(() => classify(anObservation({}), [guardedRule(sly)])).toThrow('sly reads the fact renders');
  });
});

function guardedRule(rule: DriftRule): DriftRule {
  return rule.about === 'resource'
    ? { ...rule, claim: (subject: Subject) => rule.claim(withDeclaredFactsOnly(rule, subject)) }
    : { ...rule, claim: (subject: AppSubject) => rule.claim(withDeclaredFactsOnly(rule, subject)) };
}

/** An empty context that notes which keys were asked for. */
function aContext(): { readonly context: Readonly<Record<string, Json>>; readonly asked: Set<string> } {
  const asked = new Set<string>();
  const note = (key: PropertyKey): undefined => {
    if (typeof key === 'string') asked.add(key);
    return undefined;
  };
  const context = new Proxy<Record<string, Json>>(
    {},
    {
      get: (_, key) => note(key),
      getOwnPropertyDescriptor: (_, key) => note(key),
    },
  );
  return { context, asked };
}

describe('how a case file states facts', () => {
  it.each(FACTS)('$id: by the keys that the catalogue names', ({ id, statedAs }) => {
    const { context, asked } = aContext();
    const masker = makeMasker();
    const ref = aRef({ group: '', kind: 'PersistentVolumeClaim' });
    if (isKeyOf(RESOURCE_STATEMENTS, id)) RESOURCE_STATEMENTS[id]({ context, ref, appName: 'shop', masker });
    else if (isKeyOf(APP_STATEMENTS, id)) APP_STATEMENTS[id](context, masker);
    else INSTANCE_STATEMENTS[id](context);
    expect([...asked].toSorted()).toEqual(statedAs.toSorted());
  });
});

function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
