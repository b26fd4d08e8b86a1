import { describe, expect, it } from 'vitest';
import { GENESIS, linked } from '../../../../src/core/audit/chain.ts';
import { CSV_HEADER, csvLine, csvLineOf } from '../../../../src/core/audit/csv.ts';
import { anEvent } from '../../../support/audit.ts';

describe('csvLine', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    [42, '42'],
    ['a,b', '"a,b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    ['=HYPERLINK("https://example.com")', `"'=HYPERLINK(""https://example.com"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['a=1', 'a=1'],
  ])('writes %j as a spreadsheet reads it', (value, written) => {
    expect(csvLine([value, 'next'])).toBe(`${written},next\r\n`);
  });
});

describe('csvLineOf', () => {
  const columns = CSV_HEADER.trimEnd().split(',');
  const valuesOf = (line: string) =>
    Object.fromEntries(
      line
        .trimEnd()
        .split(',')
        .map((value, index) => [columns[index], value]),
    );

  it('has a value for every column', () => {
    const entry = linked(GENESIS, anEvent({ bundleId: 'bundle-1', result: 'done', reason: 'agreed' }));
    expect(valuesOf(csvLineOf(entry))).toEqual({
      sequence: '1',
      at: '2026-11-16T09:00:00.000Z',
      instance: 'prod',
      user: 'U1',
      role: 'release-manager',
      action: 'approved',
      planId: 'plan-1',
      planHash: 'abc123',
      app: 'argocd/infisical',
      project: 'platform',
      kind: 'apps/Deployment',
      namespace: 'shop',
      name: 'checkout',
      bundleId: 'bundle-1',
      result: 'done',
      reason: 'agreed',
      id: 'plan-1.approved.U1',
      previous: GENESIS.hash,
      hash: entry.hash,
    });
  });

  it('leaves empty what an entry does not have', () => {
    const { subject: _none, ...event } = anEvent({ action: 'refused-click' });
    expect(valuesOf(csvLineOf(linked(GENESIS, event)))).toMatchObject({ planId: '', kind: '', name: '', reason: '' });
  });
});
