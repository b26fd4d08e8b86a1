import type { Comparison } from '../compare/compare.ts';
import type { ResourceObservation } from '../facts/observation.ts';
import type {
  AppFactId,
  FactId,
  InstanceFactId,
  ResourceFactId,
  ResourceFacts,
  RuntimeFacts,
} from '../facts/registry.ts';
import type { Change, Evidence } from '../model/change.ts';
import type { DriftClass } from '../model/drift-class.ts';
import type { Confidence } from '../model/finding.ts';
import type { FixDraft } from '../model/fix.ts';
import type { AppState, InstanceState } from '../model/observation.ts';

/** What an app rule judges: the application as a whole, and of the facts those that the rule names. */
export interface AppSubject<Needs extends FactId = FactId> {
  readonly app: AppState;
  readonly instance: Omit<InstanceState, InstanceFactId> & Pick<InstanceState, Needs & InstanceFactId>;
  readonly runtime: Pick<RuntimeFacts, Needs & AppFactId>;
}

/** What a resource rule judges: one resource of the app, with the changes that nobody has claimed yet. */
export interface Subject<Needs extends FactId = FactId> extends AppSubject<Needs> {
  readonly resource: Omit<ResourceObservation, 'facts'> & {
    readonly facts: Pick<ResourceFacts, Needs & ResourceFactId>;
  };
  readonly comparison: Comparison;
  readonly changes: readonly Change[];
}

/** A rule's answer: "these Changes are mine, because of this Evidence". */
export interface Claim {
  /** The Change objects that were given, never copies. Empty for conditions, health and objects that do not differ. */
  readonly changes: readonly Change[];
  readonly evidence: readonly Evidence[];
  /** Who is behind it, in people's words; '' = unknown. */
  readonly owner: string;
  /** Root cause, the same for every resource that has it: never a name of an app or object, a count or a time. */
  readonly cause: string;
  readonly confidence: Confidence;
  /** It keeps Argo CD from comparing or applying at all. */
  readonly blocks?: boolean;
  /** Ranked, best first; every class's ladder is in the catalogue. */
  readonly fixes: readonly FixDraft[];
}

interface RuleEntry<Needs extends FactId> {
  /** Also the file's name. */
  readonly id: string;
  readonly title: string;
  readonly driftClass: DriftClass;
  /** The facts it reads, itself or through what it asks: `claim` sees no others. */
  readonly needs: readonly Needs[];
}

/** Must not claim a Change that was not among `subject.changes`, and must not look outside its subject. */
export interface ResourceRule<Needs extends FactId = FactId> extends RuleEntry<Needs> {
  readonly about: 'resource';
  claim(subject: Subject<Needs>): Claim | undefined;
}

/** Judges what no single resource carries. It stays silent where a resource already has a finding of its class. */
export interface AppRule<Needs extends FactId = FactId> extends RuleEntry<Needs> {
  readonly about: 'app';
  claim(subject: AppSubject<Needs>): Claim | undefined;
}

export type DriftRule = ResourceRule | AppRule;

export function resourceRule<const Needs extends FactId = never>(
  rule: Omit<ResourceRule<Needs>, 'about'>,
): ResourceRule {
  return { ...rule, about: 'resource' };
}

export function appRule<const Needs extends FactId = never>(rule: Omit<AppRule<Needs>, 'about'>): AppRule {
  return { ...rule, about: 'app' };
}
