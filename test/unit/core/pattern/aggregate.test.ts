import { describe, expect, it } from 'vitest';
import type { Fix, FixKind } from '../../../../src/core/model/fix.ts';
import { addShares, commonFix, type PatternMember, shareOf } from '../../../../src/core/pattern/aggregate.ts';
import { aFix } from '../../../support/story-memory.ts';

const member = (name: string, kind?: FixKind, closes: Fix['closes'] = { closed: 2, of: 2 }): PatternMember => ({
  app: `argocd/${name}`,
  name,
  differences: 2,
  fix: kind === undefined ? null : { kind, closes },
});

describe('findings that add up to a pattern', () => {
  it('count apps once, and every finding and difference', () => {
    expect(shareOf([member('b', 'delete'), member('a', 'delete'), member('a', 'delete')], 'delete')).toEqual({
      apps: 2,
      resources: 3,
      differences: 6,
      names: ['a', 'b'],
      closes: { closed: 6, of: 6 },
    });
  });

  it('count apps by key, and name some of them', () => {
    const twins = [member('shop'), { ...member('shop'), app: 'team-a/shop' }];
    expect(shareOf(twins, undefined)).toMatchObject({ apps: 2, names: ['shop'] });
    const many = Array.from({ length: 30 }, (_, index) => member(`app-${index}`));
    expect(shareOf(many, undefined)).toMatchObject({ apps: 30, names: { length: 20 } });
  });

  it.each<[string, PatternMember]>([
    ['was not proven', member('b', 'delete', null)],
    ['wants another fix', member('b', 'adopt')],
    ['has no fix', member('b')],
  ])('have no proof of the whole when one of them %s', (_, other) => {
    expect(shareOf([member('a', 'delete'), other], 'delete').closes).toBeNull();
  });
});

describe('shares that add up to what a viewer sees', () => {
  const [a, b] = [shareOf([member('a', 'delete')], 'delete'), shareOf([member('b', 'delete')], 'delete')];

  it('are the share of all their findings', () => {
    expect(addShares([a, b])).toEqual(shareOf([member('a', 'delete'), member('b', 'delete')], 'delete'));
  });

  it('have no proof where a part has none, as an earlier release stored them', () => {
    const { closes: _, ...older } = b;
    expect(addShares([a, older]).closes).toBeNull();
  });
});

describe('the fix of several patterns', () => {
  it('is the first one, with the proof of all or none', () => {
    const proven = aFix('delete', { closes: { closed: 1, of: 1 } });
    expect(commonFix([{ fix: proven }, { fix: proven }])?.closes).toEqual({ closed: 2, of: 2 });
    expect(commonFix([{ fix: proven }, { fix: aFix('adopt', { closes: { closed: 1, of: 1 } }) }])).toEqual({
      ...proven,
      closes: null,
    });
    expect(commonFix([{ fix: null }, { fix: proven }])).toBeNull();
    expect(commonFix([])).toBeNull();
  });
});
