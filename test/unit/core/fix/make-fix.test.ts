import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { classify } from '../../../../src/core/classify/classify.ts';
import { ignoreRuleFor, jqPathFor } from '../../../../src/core/fix/ignore.ts';
import { snippetOf } from '../../../../src/core/fix/snippet.ts';
import { yamlText } from '../../../../src/core/fix/yaml-text.ts';
import { compileSchema } from '../../../../src/core/kubernetes/schema.ts';
import type { Finding } from '../../../../src/core/model/finding.ts';
import type { FixKind } from '../../../../src/core/model/fix.ts';
import { aManifest, anObservation, aRef, byArgoCd, type SubjectSpec, writtenBy } from '../../../support/builders.ts';

function fixOf(spec: SubjectSpec, kind: FixKind): Finding['fixes'][number] {
  const fix = classify(anObservation(spec))
    .flatMap(({ fixes }) => fixes)
    .find((candidate) => candidate.kind === kind);
  if (!fix) throw new TypeError(`no ${kind} was offered`);
  return fix;
}

const ref = aRef({ group: 'external-secrets.io', kind: 'ExternalSecret', name: 'db' });
const schema = compileSchema({
  properties: {
    spec: {
      properties: {
        target: { properties: { deletionPolicy: { default: 'Retain' } } },
        data: { items: { properties: { remoteRef: { properties: { strategy: { default: 'Default' } } } } } },
      },
    },
  },
});
const defaulted: SubjectSpec = {
  ref,
  app: { syncOptions: ['ServerSideApply=true'] },
  facts: { schema },
  target: aManifest({ spec: { target: { name: 'db' }, data: [{ secretKey: 'KEY', remoteRef: { key: 'k' } }] } }, ref),
  live: writtenBy(
    aManifest(
      {
        spec: {
          target: { name: 'db', deletionPolicy: 'Retain' },
          data: [{ secretKey: 'KEY', remoteRef: { key: 'k', strategy: 'Default' } }],
        },
      },
      ref,
    ),
    byArgoCd({ 'f:spec': { 'f:target': { 'f:name': {} }, 'f:data': {} } }, 'Apply'),
  ),
};

describe('fixes', () => {
  it('pin: the exact lines, elements by their name, and a proof', () => {
    const { detail, closes, direction, hides } = fixOf(defaulted, 'pin-in-git');
    expect(parse(detail.split('\n').slice(1).join('\n'))).toEqual({
      spec: { target: { deletionPolicy: 'Retain' }, data: [{ secretKey: 'KEY', remoteRef: { strategy: 'Default' } }] },
    });
    expect([closes, direction, hides]).toEqual([{ closed: 2, of: 2 }, 'git', '']);
  });

  it('ignore: the narrowest rule as valid Argo CD YAML, jq where an index would be brittle, and what it hides', () => {
    const { detail, closes, hides } = fixOf(defaulted, 'ignore-narrow');
    expect(parse(detail.split('\n').slice(1).join('\n'))).toEqual({
      ignoreDifferences: [
        {
          group: 'external-secrets.io',
          kind: 'ExternalSecret',
          name: 'db',
          namespace: 'shop',
          jsonPointers: ['/spec/target/deletionPolicy'],
          jqPathExpressions: ['.spec.data[]? | select(.secretKey == "KEY") | .remoteRef.strategy'],
        },
      ],
    });
    expect(closes).toEqual({ closed: 2, of: 2 });
    expect(hides).toContain('/spec/target/deletionPolicy');
  });

  it('server-side diff is proven against the schema’s defaults', () => {
    expect(fixOf(defaulted, 'server-side-diff').closes).toEqual({ closed: 2, of: 2 });
  });

  it('drop: the exact lines of Git', () => {
    const { detail, closes } = fixOf(
      {
        ref: aRef({ group: 'argoproj.io', kind: 'Application' }),
        target: aManifest({ spec: { syncPolicy: { automated: { prune: false, selfHeal: true } } } }),
        live: aManifest({ spec: { syncPolicy: { automated: { selfHeal: true } } } }),
      },
      'drop-from-git',
    );
    expect(detail).toContain('prune: false');
    expect(closes).toEqual({ closed: 1, of: 1 });
  });

  it('a proof that does not hold says so: dropping one field of a list that is replaced whole closes nothing', () => {
    const widget = aRef({ group: 'example.com', kind: 'Widget' });
    const live = writtenBy(aManifest({ spec: { rules: [{ name: 'a', weight: 20 }] } }, widget), byArgoCd(), {
      manager: 'operator',
      owns: { 'f:spec': { 'f:rules': {} } },
    });
    expect(
      fixOf(
        { ref: widget, target: aManifest({ spec: { rules: [{ name: 'a', weight: 100 }] } }, widget), live },
        'drop-from-git',
      ).closes,
    ).toEqual({ closed: 0, of: 1 });
  });

  it('never states an empty group, which Argo CD would drop from its own object', () => {
    expect(ignoreRuleFor(aRef({ group: '', kind: 'Service' }), ['/spec/x'], {})).toEqual({
      kind: 'Service',
      name: 'checkout',
      namespace: 'shop',
      jsonPointers: ['/spec/x'],
    });
  });
});

describe('jq paths', () => {
  const document = {
    webhooks: [{ name: 'a.b.c', clientConfig: { caBundle: 'x' } }],
    list: ['one'],
    odd: [{ x: [1] }],
    annotations: { 'a.b/c': 'x' },
  };

  it.each([
    ['/webhooks/0/clientConfig/caBundle', '.webhooks[]? | select(.name == "a.b.c") | .clientConfig.caBundle'],
    ['/list/0', '.list[]? | select(. == "one")'],
    ['/odd/0/x', '.odd[]?.x'],
    ['/annotations/a.b~1c', '.annotations.["a.b/c"]'],
  ])('%s', (path, expression) => {
    expect(jqPathFor(path, document)).toBe(expression);
  });
});

describe('snippets', () => {
  it('read back as what they show', () => {
    const document = { spec: { containers: [{ name: 'a' }, { name: 'b', image: 'x:1' }] } };
    const snippet = snippetOf([{ path: '/spec/containers/1/image', value: 'x:1' }], document);
    expect(parse(yamlText(snippet))).toEqual({ spec: { containers: [{ name: 'b', image: 'x:1' }] } });
  });

  it.each([
    'yes',
    'null',
    '1',
    '1e3',
    '',
    ' x',
    'a: b',
    '- a',
    '#x',
    'ünïcode',
    "it's",
    '2026-01-01',
    'true',
    'x\ny',
    '*a',
    '0x1F',
    'a #b',
    'y',
    'off',
    '~',
    '0777',
    '0o7',
    '1:30',
    '1_000',
    '.5',
    '<<',
    'x:1',
    '{{ .Values.x }}',
    'a word and '.repeat(30),
  ])('quotes %j so that YAML reads the same text', (text) => {
    const value = { key: text, [text === '' ? 'empty' : text]: [text, [text], {}] };
    for (const version of ['1.1', '1.2'] as const) {
      expect(parse(yamlText(value), { version, merge: true, uniqueKeys: true })).toEqual(value);
    }
  });

  it('repeat what is the same object twice, without anchors', () => {
    const limits = { memory: '1Gi' };
    expect(yamlText({ a: limits, b: limits })).toBe('a:\n  memory: 1Gi\nb:\n  memory: 1Gi');
  });
});
