import { describeWriter, foreignWriter, isArgoCd, isHuman } from '../diff/writers.ts';
import type { Change } from '../model/change.ts';
import type { DriftClass } from '../model/drift-class.ts';
import type { OwnershipAnswer } from '../model/finding.ts';
import { isWithin } from '../model/pointer.ts';

/** Fields whose silent change can open a door or take a service down (RBAC, images, privileges, exposure, webhooks). */
const SENSITIVE =
  /(\/rules(\/|$)|\/subjects|\/roleRef|\/image$|\/containers|\/initContainers|securityContext|privileged|hostNetwork|hostPath|capabilities|serviceAccount|\/env(\/|$)|\/args|\/command|webhooks|caBundle|failurePolicy|\/spec\/type$|\/ports|\/hosts?(\/|$)|tls|networkPolicy|ingress|egress|^\/data(\/|$)|^\/stringData|\/source|\/destination|tolerations|nodeSelector|\/replicas$|resources|selector|pod-security)/i;

interface Context {
  readonly driftClass: DriftClass;
  readonly changes: readonly Change[];
  readonly owner: string;
}

/** The questions of OwnershipAnswer, answered from what was observed; what was not is said as unknown. */
export function ownershipOf({ driftClass, changes, owner }: Context): readonly OwnershipAnswer[] {
  if (changes.length === 0) return [];
  const writer = changes.map((change) => foreignWriter(change)).find((found) => found !== undefined);
  const sensitive = changes.filter(({ path }) => SENSITIVE.test(path));
  return [
    { question: 'Who writes this field?', answer: writer ? describeWriter(writer) : whoElse(changes, owner) },
    { question: 'Who is allowed to write it?', answer: ALLOWED[driftClass] ?? 'Git, through Argo CD' },
    { question: 'Is the mutation deterministic?', answer: DETERMINISTIC[driftClass] ?? 'unknown' },
    { question: 'Is it required for runtime correctness?', answer: REQUIRED[driftClass] ?? 'unknown' },
    {
      question: 'Would ignoring it hide a security or availability issue?',
      answer:
        writer && isHuman(writer.manager)
          ? 'yes: a person changed it, so it must never be ignored'
          : sensitive.length > 0
            ? `yes, possibly: ${sensitive
                .slice(0, 3)
                .map(({ path }) => path)
                .join(', ')}`
            : 'not by what the field is; it would hide later edits of it',
    },
    { question: 'Can Git state it instead?', answer: STATED[driftClass] ?? 'unknown' },
  ];
}

function whoElse(changes: readonly Change[], owner: string): string {
  if (owner !== '') return owner;
  const argo = changes.some(({ writers }) => writers.some(({ manager }) => isArgoCd(manager)));
  const removed = changes.every(({ live, path }) => live === undefined || isWithin(path, '/status'));
  if (removed) return 'nobody: it is only in Git';
  return argo ? 'only Argo CD' : 'unknown: managedFields name no writer';
}

const ALLOWED: Partial<Record<DriftClass, string>> = {
  mutated: 'the controller or webhook that owns it at run time',
  'schema-default': 'the API server, where Git is silent',
  'manual-change': 'nobody past Git',
  nondeterministic: 'Git; the template writes another value at each render',
};

const DETERMINISTIC: Partial<Record<DriftClass, string>> = {
  mutated: 'only as far as the controller is; its value may change at any time',
  'schema-default': 'yes: the same default for every object',
  'explicit-default': 'yes: the API drops the value every time',
  normalization: 'yes: the API stores its canonical form',
  nondeterministic: 'no: it differs between two renders of one revision',
  'manual-change': 'no: it is one person’s edit',
  pending: 'yes: a sync settles it',
};

const REQUIRED: Partial<Record<DriftClass, string>> = {
  mutated: 'usually: the controller writes it to do its work',
  'schema-default': 'yes: the API needs a value, Git’s silence means this one',
  'explicit-default': 'no: absent means the same',
  normalization: 'no: both spellings mean the same',
  nondeterministic: 'no: it only forces a new rollout',
  'manual-change': 'unknown: ask who did it, it may be a hotfix',
};

const STATED: Partial<Record<DriftClass, string>> = {
  mutated: 'no: the controller would overwrite it; leave it out or ignore it',
  'schema-default': 'yes: pin the default',
  'explicit-default': 'it should not: drop it',
  normalization: 'yes: in the stored form',
  nondeterministic: 'yes, once the template yields a fixed value',
  'manual-change': 'yes: commit it if it is wanted',
  pending: 'it does already',
};
