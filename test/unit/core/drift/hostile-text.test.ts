import { describe, expect, it } from 'vitest';
import { applyFamilyOf, compareFamilyOf } from '../../../../src/core/drift/failure/recognise.ts';
import { isTelling } from '../../../../src/core/drift/health/event-cause.ts';
import { locateLiterals } from '../../../../src/core/drift/health/log-literals.ts';
import { isArgoCdAccount } from '../../../../src/core/drift/subject.ts';
import { escapeText } from '../../../../src/slack/render/kit/escape.ts';

/* What the time of a form depends on, repeated for megabytes: whoever takes more than one pass does not end here. */

const MEGABYTES = 2_000_000;
const UNITS: readonly string[] = [
  'chart version ',
  'repo source not permitted ',
  ': no such file or directory lstat ',
  'constraint not ',
  'kustomize build hit 1',
  'webhook ',
  'namespace "',
  'executing "',
  'image not found ',
  'Failed to load target state ',
  'calling webhook "a',
  'jq path',
];

describe('hostile text', () => {
  it.each(UNITS)('of %j in messages and events ends', (unit) => {
    const message = unit.repeat(MEGABYTES / unit.length);
    expect(applyFamilyOf(message)).toBeDefined();
    compareFamilyOf(message);
    compareFamilyOf(`rpc error: code = Unknown ${message}`);
    expect(isTelling({ reason: 'Failed', message })).toBeTypeOf('boolean');
  });

  it('in a log is looked for in Git by the last of its words', () => {
    const line = '"abcdef" '.repeat(MEGABYTES / 9);
    const document = { name: 'values', content: 'x'.repeat(MEGABYTES) };
    expect(locateLiterals([line], [document])).toBeUndefined();
  });

  it('in a name of an account ends', () => {
    expect(isArgoCdAccount(`system:serviceaccount:a:${'argocd'.repeat(MEGABYTES / 6)}`)).toBe(false);
    expect(isArgoCdAccount('system:serviceaccount:argocd:argocd-application-controller')).toBe(true);
    expect(isArgoCdAccount('system:serviceaccount:argocd:argocd-server')).toBe(true);
    expect(isArgoCdAccount('system:serviceaccount:argocd:server')).toBe(false);
  });

  it('is escaped for Slack', () => {
    expect(escapeText(`:${'a'.repeat(MEGABYTES)}`)).toHaveLength(MEGABYTES + 1);
    expect(escapeText(':thumbs_up: :100: 12:30:15')).toBe('꞉thumbs_up: ꞉100: 12:30:15');
  });
});
