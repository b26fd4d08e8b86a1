import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/core/model/defined.ts';
import { FIX_KINDS } from '../../src/core/model/fix.ts';
import { runCli } from '../support/run-cli.ts';

/* The real program as people run it: launcher, process, exit code. */

const folder = mkdtempSync(join(tmpdir(), 'plumbline-explain-'));
afterAll(() => rmSync(folder, { recursive: true }));

const plumbline = (args: readonly string[], input?: string) => runCli(args, defined({ input }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const drifting = {
  id: 'replicas',
  application: {
    name: 'web',
    project: 'default',
    spec: {},
    status: { sync: { status: 'OutOfSync', revision: 'a' }, health: { status: 'Healthy' } },
  },
  resource: { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'web' },
  target: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { replicas: 2 } },
  live: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { replicas: 5 } },
  context: { hpa: { name: 'web', scaleTargetRef: { kind: 'Deployment', name: 'web' } } },
};
const quiet = {
  ...drifting,
  id: 'quiet',
  live: drifting.target,
  application: { ...drifting.application, status: { sync: { status: 'Synced' }, health: { status: 'Healthy' } } },
};

describe('plumbline explain', () => {
  it('prints one compact line per case with exactly the contract’s keys', async () => {
    const { code, out, err } = await plumbline(['explain', '--json', file('one.json', drifting)]);
    expect([code, err]).toEqual([1, '']);
    expect(out.split('\n')).toHaveLength(2);
    const line = JSON.parse(out);
    expect(Object.keys(line)).toEqual(['id', 'lead', 'findings']);
    expect(line).toMatchObject({ id: 'replicas', lead: 'mutated' });
    const [finding] = line.findings;
    expect(Object.keys(finding)).toEqual([
      'class',
      'letter',
      'confidence',
      'paths',
      'owner',
      'evidence',
      'fixes',
      'pattern',
    ]);
    expect(finding).toMatchObject({
      class: 'mutated',
      letter: 'G',
      confidence: 'certain',
      paths: ['/spec/replicas'],
      owner: 'HorizontalPodAutoscaler/web',
    });
    expect(Object.keys(finding.evidence[0])).toEqual(['source', 'says']);
    for (const fix of finding.fixes) {
      expect(Object.keys(fix)).toEqual(['kind', 'direction', 'detail', 'paths', 'closes', 'hides']);
      expect(FIX_KINDS).toContain(fix.kind);
    }
    expect(finding.fixes[0]).toMatchObject({
      kind: 'drop-from-git',
      direction: 'git',
      closes: { closed: 1, of: 1 },
      hides: '',
    });
  });

  it('reads well, path first, without colour in a pipe', async () => {
    const { out } = await plumbline(['explain', file('one.json', drifting)]);
    expect(out).toContain('replicas · web · Deployment/web in shop  OutOfSync, Healthy');
    expect(out).toMatch(/\/spec\/replicas\s+Git 2\s+live 5/);
    expect(out).toContain('fix 1  drop-from-git  closes 1 of 1');
    expect(out).toContain('Who writes this field?');
    expect(out).not.toContain('\u001b');
  });

  it('reads standard input, and exits 0 when there is nothing to report', async () => {
    expect(await plumbline(['explain', '-'], JSON.stringify(quiet))).toMatchObject({
      code: 0,
      out: expect.stringContaining('nothing to report'),
    });
    expect(await plumbline(['explain', '--json', '-'], JSON.stringify(quiet))).toEqual({
      code: 0,
      out: '{"id":"quiet","lead":null,"findings":[]}\n',
      err: '',
    });
  });

  it('goes through a folder in name order, and one bad file does not stop the rest', async () => {
    const many = mkdtempSync(join(folder, 'many-'));
    writeFileSync(join(many, 'a.json'), JSON.stringify({ ...drifting, id: 'a' }));
    writeFileSync(join(many, 'b.json'), '{ "application": ');
    writeFileSync(join(many, 'c.json'), JSON.stringify({ ...drifting, id: 'c' }));
    writeFileSync(join(many, 'README.md'), 'not a case');
    const { code, out, err } = await plumbline(['explain', '--json', many]);
    expect(code).toBe(2);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(['a', 'c']);
    expect(err).toMatch(/^plumbline: b\.json is not JSON: .*\n {2}hint: /);
  });

  it('takes a manifest pair in YAML, with the CRD for its defaults', async () => {
    const target = file(
      'git.yaml',
      'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {list: [{name: a}]}\n',
    );
    const live = file(
      'live.yaml',
      'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {list: [{name: a, weight: 1}]}\n',
    );
    const crd = file(
      'crd.yaml',
      'spec: {versions: [{name: v1, schema: {openAPIV3Schema: {properties: {spec: {properties: {list: {items: {properties: {weight: {default: 1}}}}}}}}}}]}\n',
    );
    const { out } = await plumbline(['explain', '--json', '--target', target, '--live', live, '--crd', crd]);
    expect(JSON.parse(out)).toMatchObject({ lead: 'schema-default', findings: [{ paths: ['/spec/list/0/weight'] }] });
  });

  it('never prints what a Secret holds', async () => {
    const canary = 'canary-71b2-VALUE';
    const secret = (value: string) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 's' },
      data: { password: value },
    });
    const path = file('secret.json', {
      ...drifting,
      resource: { version: 'v1', kind: 'Secret', name: 's' },
      target: secret(canary),
      live: secret(`${canary}2`),
      context: {},
    });
    const [text, json] = await Promise.all([plumbline(['explain', path]), plumbline(['explain', '--json', path])]);
    expect(json.code).toBe(1);
    expect(`${text.out}${text.err}${json.out}${json.err}`).not.toContain(canary);
  });

  it('never lets a cluster’s text write to the terminal', async () => {
    const path = file('escape.json', {
      ...drifting,
      application: {
        ...drifting.application,
        status: {
          sync: { status: 'Unknown' },
          conditions: [{ type: 'ComparisonError', message: 'repository not found \u001b[2J\u001b]0;owned\u0007' }],
        },
      },
    });
    const { out } = await plumbline(['explain', path]);
    expect(out).toContain('repository not found');
    for (const control of ['\u001b', '\u0007']) expect(out).not.toContain(control);
  });

  it.each([
    ['nothing given', ['explain'], /nothing to explain/],
    ['a missing file', ['explain', 'no-such-file.json'], /cannot read no-such-file\.json: there is no such file/],
    ['half a pair', ['explain', '--target', 'x.yaml'], /needs both --target and --live/],
    ['a typo', ['explian'], /Did you mean explain\?/],
    ['an unknown option', ['explain', '--jsn'], /Did you mean --json\?/],
  ])('answers %s with one sentence and exit code 2', async (_, args, message) => {
    const { code, out, err } = await plumbline(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).toMatch(/^plumbline: .*\n( {2}hint: .*\n)?/);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('refuses 100 MB in a sentence', async () => {
    const huge = join(folder, 'huge.json');
    writeFileSync(huge, '');
    truncateSync(huge, 100 * 1024 * 1024);
    const { code, out, err } = await plumbline(['explain', huge]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/is 100 MB, a case may have at most 32 MB/);
  });

  it('prints help and version, and exits 0', async () => {
    expect(await plumbline(['help', 'explain'])).toMatchObject({ code: 0, out: expect.stringContaining('Exit codes') });
    expect(await plumbline(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});
