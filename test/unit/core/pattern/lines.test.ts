import { describe, expect, it } from 'vitest';
import type { Fix } from '../../../../src/core/model/fix.ts';
import { type LinePart, linesOf } from '../../../../src/core/pattern/lines.ts';

const deletes = (closed: number): Fix => ({
  kind: 'delete',
  direction: 'cluster',
  detail: 'dump it, then delete it',
  paths: [''],
  closes: { closed, of: closed },
  hides: '',
});

const part = (parts: Partial<LinePart>): LinePart => ({
  id: 'p1',
  driftClass: 'zombie',
  kind: 'Service',
  cause: 'chart redis-cluster no longer renders it',
  line: 'zombie redis-cluster',
  apps: 1,
  names: ['gitea'],
  resources: 2,
  fix: deletes(2),
  ...parts,
});

describe('lines for people', () => {
  it('gather whole objects of one cause over their kinds, and add up the proof', () => {
    const [line, ...rest] = linesOf([
      part({}),
      part({ id: 'p2', kind: 'apps/ConfigMap', resources: 1, fix: deletes(1) }),
    ]);
    expect(rest).toEqual([]);
    expect(line).toMatchObject({ apps: 1, resources: 3, kinds: ['Service', 'ConfigMap'], atLeast: false });
    expect(line?.fix?.closes).toEqual({ closed: 3, of: 3 });
  });

  it('keep patterns of fields apart: each has its own fix', () => {
    const defaults = { driftClass: 'schema-default', cause: 'defaults of the CRD schema' } as const;
    expect(
      linesOf([part({ ...defaults, line: 'p1' }), part({ ...defaults, line: 'p2', kind: 'PersonaPack' })]),
    ).toHaveLength(2);
  });

  it('read worst first, then the widest', () => {
    const classes = linesOf([
      part({ id: 'a', line: 'a', driftClass: 'schema-default', apps: 10 }),
      part({ id: 'b', line: 'b', driftClass: 'manual-change' }),
      part({ id: 'c', line: 'c', driftClass: 'zombie' }),
      part({ id: 'd', line: 'd', driftClass: 'mutated', apps: 20 }),
    ]).map(({ parts: [first] }) => first?.id);
    expect(classes).toEqual(['b', 'c', 'd', 'a']);
  });

  it('say that there may be more apps where not all are known by name', () => {
    const wide = { apps: 40, names: ['a', 'b'] };
    expect(linesOf([part(wide), part({ ...wide, id: 'p2', names: ['b', 'c'] })])[0]).toMatchObject({
      apps: 40,
      atLeast: true,
      names: ['a', 'b', 'c'],
    });
    expect(linesOf([part(wide)])[0]).toMatchObject({ apps: 40, atLeast: false });
  });

  it('claim no proof that one of the parts lacks', () => {
    const unproven = { ...deletes(1), closes: null };
    expect(linesOf([part({}), part({ id: 'p2', fix: unproven })])[0]?.fix?.closes).toBeNull();
  });
});
