import { foreignWriter } from '../../diff/writers.ts';
import { isSchemaDefault } from '../../kubernetes/schema.ts';
import type { Change } from '../../model/change.ts';
import { isEmpty, isObject } from '../../model/json.ts';
import { parsePointer } from '../../model/pointer.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { pathsOf, show } from '../subject.ts';

/** The value equals the default in the live CRD's schema, Git leaves it out, and no other writer owns it. */
export const crdDefault = resourceRule({
  id: 'crd-default',
  title: 'Default of the CRD’s schema',
  driftClass: 'schema-default',
  needs: ['schema'],

  claim(subject) {
    const changes = subject.changes.filter((change) => isFilledIn(change) && isDefault(subject, change));
    const [first] = changes;
    if (!first) return undefined;
    return {
      changes,
      owner: 'kube-apiserver (CRD defaulting)',
      cause: 'defaults of the CRD schema',
      confidence: 'certain',
      evidence: changes.slice(0, 4).map(({ path, live }) => ({
        source: 'schema' as const,
        says: `${path}: the CRD’s schema defaults it to ${show(live)}`,
      })),
      fixes: [
        { kind: 'pin-in-git', paths: pathsOf(changes) },
        { kind: 'server-side-diff', paths: pathsOf(changes) },
        { kind: 'ignore-narrow', paths: pathsOf(changes) },
      ],
    };
  },
});

function isFilledIn(change: Change): boolean {
  return change.live !== undefined && isLeftToTheServer(change.desired) && foreignWriter(change) === undefined;
}

/** Defaulting fills in what is absent or null; an empty string is a value. */
function isLeftToTheServer(desired: Change['desired']): boolean {
  return desired === undefined || desired === null || (isObject(desired) && isEmpty(desired));
}

function isDefault({ resource }: Subject, { path, live }: Change): boolean {
  return live !== undefined && isSchemaDefault(resource.facts.schema ?? undefined, parsePointer(path), live);
}
