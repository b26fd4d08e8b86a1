import { listAt, type Manifest } from '../../src/core/model/json.ts';
import type { ClusterNeed } from '../../src/ports/cluster-rights.ts';

/** `list deployments.apps` */
function right(verb: string, group: string, resource: string): string {
  return `${verb} ${resource}${group === '' ? '' : `.${group}`}`;
}

/** Every right that these roles grant. */
export function grantedBy(roles: readonly Manifest[]): readonly string[] {
  return roles
    .flatMap((role) => listAt(role, 'rules'))
    .flatMap((rule) =>
      listAt(rule, 'apiGroups').flatMap((group) =>
        listAt(rule, 'resources').flatMap((resource) =>
          listAt(rule, 'verbs').map((verb) => right(String(verb), String(group), String(resource))),
        ),
      ),
    );
}

/** Every right that is asked for, in the same words. */
export function askedBy(needs: readonly ClusterNeed[]): readonly string[] {
  return needs
    .flatMap(({ rules }) => rules)
    .flatMap(({ group, resources, verbs }) =>
      resources.flatMap((resource) => verbs.map((verb) => right(verb, group, resource))),
    );
}

/** Kubernetes' plurals are regular for every kind that is used here. */
function plural(kind: string): string {
  return kind
    .toLowerCase()
    .replace(/([^aeiou])y$/, '$1ie')
    .replace(/s$/, 'se')
    .concat('s');
}

export function inRbac(verb: string, { group, kind }: { readonly group: string; readonly kind: string }): string {
  return right(verb, group, plural(kind));
}

/** `apps/Deployment`, `Secret` */
export function kindNamed(name: string): { readonly group: string; readonly kind: string } {
  const slash = name.lastIndexOf('/');
  return { group: slash < 0 ? '' : name.slice(0, slash), kind: name.slice(slash + 1) };
}
