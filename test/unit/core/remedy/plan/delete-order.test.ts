import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSame } from '../../../../../src/core/model/resource-ref.ts';
import { deleteOrder } from '../../../../../src/core/remedy/plan/delete-order.ts';
import { refTo } from '../builders.ts';

const KINDS = ['RoleBinding', 'Role', 'ClusterRole', 'Deployment', 'Service', 'ConfigMap', 'ServiceAccount', 'Widget'];

const objects = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...KINDS), fc.constantFrom('a', 'b', 'c')), {
    selector: ([kind, name]) => `${kind}/${name}`,
    maxLength: 12,
  })
  .chain((pairs) => {
    const refs = pairs.map(([kind, name]) => refTo(`${kind}/${name}`));
    return fc
      .array(fc.subarray(refs, { maxLength: Math.min(2, refs.length) }), {
        minLength: refs.length,
        maxLength: refs.length,
      })
      .map((lists) => refs.map((ref, index) => ({ ref, referrers: lists[index] ?? [] })));
  });

describe('the order of deletes', () => {
  it('never lets an object go before one that refers to it, and loses none', () => {
    fc.assert(
      fc.property(objects, (all) => {
        const { ordered, circular } = deleteOrder(all);
        expect(new Set([...ordered, ...circular])).toEqual(new Set(all));
        expect(ordered.length + circular.length).toBe(all.length);
        for (const [index, { ref, referrers }] of ordered.entries()) {
          const later = [...ordered.slice(index + 1), ...circular].filter((other) => !isSame(other.ref, ref));
          expect(later.some((other) => referrers.some((referrer) => isSame(referrer, other.ref)))).toBe(false);
        }
      }),
    );
  });

  it('does not depend on the order in which objects are given', () => {
    fc.assert(
      fc.property(objects, (all) => {
        expect(deleteOrder(all.toReversed()).ordered).toEqual(deleteOrder(all).ordered);
      }),
    );
  });

  it('breaks ties as the story does', () => {
    const given = [
      'ServiceAccount/a',
      'Secret/a',
      'ConfigMap/a',
      'Service/a',
      'Deployment/a',
      'Widget/a',
      'IngressClass/a',
      'ValidatingWebhookConfiguration/a',
      'ClusterRole/a',
      'ClusterRoleBinding/a',
      'Role/a',
      'RoleBinding/a',
    ];
    const { ordered } = deleteOrder(given.map((text) => ({ ref: refTo(text), referrers: [] })));
    expect(ordered.map(({ ref }) => `${ref.kind}/${ref.name}`)).toEqual([
      ...given.toReversed().filter((text) => !/Secret|ConfigMap|ServiceAccount/.test(text)),
      'ConfigMap/a',
      'Secret/a',
      'ServiceAccount/a',
    ]);
  });

  it('finds no order for what refers to one another, nor for what hangs on it', () => {
    const [a, b, c] = [refTo('Widget/a'), refTo('Widget/b'), refTo('ConfigMap/c')];
    const { ordered, circular } = deleteOrder([
      { ref: a, referrers: [b] },
      { ref: b, referrers: [a] },
      { ref: c, referrers: [a] },
    ]);
    expect([ordered.length, circular.length]).toEqual([0, 3]);
  });
});
