import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/* npm run new:rule <id>: the rule, its test and its line in the registry, ready to be filled in. */

const [id] = process.argv.slice(2);
if (id === undefined || !/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(id)) {
  console.error(
    'usage: npm run new:rule <id>, where the id is kebab-case and says what the rule recognises, e.g. replicas-owned-by-autoscaler',
  );
  process.exit(2);
}

const name = id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const root = new URL('../', import.meta.url);
const rule = new URL(`src/core/drift/rules/${id}.ts`, root);
const test = new URL(`test/unit/core/drift/rules/${id}.test.ts`, root);
const registry = new URL('src/core/classify/registry.ts', root);
if (existsSync(rule)) {
  console.error(`there is a rule ${id} already`);
  process.exit(2);
}

writeFileSync(
  rule,
  `import { resourceRule } from '../rule.ts';
import { pathsOf } from '../subject.ts';

/** Say what this rule recognises, and the outside fact that makes it true. */
export const ${name} = resourceRule({
  id: '${id}',
  title: 'What people read',
  driftClass: 'mutated',
  needs: [],

  claim({ changes }) {
    const mine = changes.filter(({ path }) => path === '/spec/the-field');
    if (mine.length === 0) return undefined;
    return {
      changes: mine,
      owner: 'who writes it',
      cause: 'the root cause, without names, counts or times',
      confidence: 'likely',
      evidence: [{ source: 'live', says: 'the checkable fact' }],
      fixes: [{ kind: 'ignore-narrow', paths: pathsOf(mine) }],
    };
  },
});
`,
);

writeFileSync(
  test,
  `import { ${name} } from '../../../../../src/core/drift/rules/${id}.ts';
import { aManifest, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

testRule(${name}, {
  claims: [
    {
      when: 'the field differs',
      subject: aSubject({ target: aManifest({ spec: { 'the-field': 1 } }), live: aManifest({ spec: { 'the-field': 2 } }) }),
      paths: ['/spec/the-field'],
      fixes: ['ignore-narrow'],
    },
  ],
  ignores: [{ when: 'nothing differs', subject: aSubject() }],
});
`,
);

const lines = readFileSync(registry, 'utf8');
const listed = lines
  .replace('import { residual }', `import { ${name} } from '../drift/rules/${id}.ts';\nimport { residual }`)
  .replace('  residual,\n];', `  ${name},\n  residual,\n];`);
writeFileSync(registry, listed);
console.log(
  `wrote ${id}: rule, test and registry line. Move the line to its place (specific before general), then: npm run format && npm run docs && npm run check`,
);
