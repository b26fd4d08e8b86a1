import { describe, expect, it } from 'vitest';
import { BUNDLE_NEED, CLUSTER_WRITE_NEEDS } from '../../src/ports/cluster-write-rights.ts';
import { changeAccess } from '../../world/kubernetes/change-access.ts';
import type { AccessRule } from '../../world/kubernetes/grants.ts';

/* The world states on its own what the account may do, so that a right that the product forgot is missed there too. */

/** One line for each right; custom kinds of an installation's own are left out. */
function linesOf(rules: readonly AccessRule[]): readonly string[] {
  return rules
    .flatMap(({ verbs, groups, resources, namespaces = ['*'] }) =>
      groups.flatMap((group) =>
        resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}.${group} ${namespaces.join()}`)),
      ),
    )
    .filter((line) => !line.includes('tekton.dev'))
    .toSorted();
}

describe('the simulated account that makes approved changes', () => {
  it('has exactly the rights that an installation asks for', () => {
    const everywhere = CLUSTER_WRITE_NEEDS.flatMap(({ rules }) => rules).map(({ group, resources, verbs }) => ({
      verbs,
      groups: [group],
      resources,
    }));
    const bundles = BUNDLE_NEED.rules.map(({ group, resources, verbs }) => ({
      verbs,
      groups: [group],
      resources,
      namespaces: ['plumbline'],
    }));
    expect(linesOf(changeAccess('', 'plumbline').rules)).toEqual(linesOf([...everywhere, ...bundles]));
  });
});
