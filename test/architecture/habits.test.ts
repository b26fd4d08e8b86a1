import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

/* What surrounds the code: it says the same everywhere, and nobody commits their secrets by accident. */

const Workflow = z.object({
  permissions: z.object({ contents: z.literal('read') }),
  jobs: z.record(
    z.string(),
    z.object({ steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })) }),
  ),
});

const IssueForm = z.object({
  name: z.string(),
  description: z.string(),
  body: z.array(z.looseObject({ type: z.enum(['markdown', 'textarea', 'input']), id: z.string().optional() })).min(1),
});

describe('the GitHub workflow', () => {
  const { jobs } = Workflow.parse(parse(readFileSync('.github/workflows/ci.yml', 'utf8')));
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('runs .ci/run and nothing else', () => {
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['.ci/run']);
  });

  it('pins its actions by commit', () => {
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
  });
});

describe('the issue forms', () => {
  it.each(globSync('.github/ISSUE_TEMPLATE/*.yml'))('%s is one that GitHub takes', (file) => {
    const { body } = IssueForm.parse(parse(readFileSync(file, 'utf8')));
    const ids = body.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(body.filter(({ type, id }) => type !== 'markdown' && id === undefined)).toEqual([]);
  });

  it('ask for the case where a verdict is wrong', () => {
    expect(readFileSync('.github/ISSUE_TEMPLATE/wrong-verdict.yml', 'utf8')).toContain('render: json');
  });
});

describe('Renovate', () => {
  it('groups packages that this project has', () => {
    const Renovate = z.object({
      packageRules: z.array(z.object({ matchPackageNames: z.array(z.string()).optional() })),
    });
    const named = Renovate.parse(JSON.parse(readFileSync('renovate.json', 'utf8'))).packageRules.flatMap(
      ({ matchPackageNames = [] }) => matchPackageNames,
    );
    const present = readFileSync('package.json', 'utf8');
    expect(named.filter((name) => !present.includes(`"${name.replace('**', '')}`))).toEqual([]);
  });
});

describe('.gitignore', () => {
  it.each(['secret.yaml', '.plumbline/', 'node_modules/', 'dist/'])('names %s', (path) => {
    expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain(path);
  });
});
