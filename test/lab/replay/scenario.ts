import { defined } from '../../../src/core/model/defined.ts';
import type { DriftClass } from '../../../src/core/model/drift-class.ts';
import type { ArgocdRelease } from '../build/programs.ts';
import type { Bench } from './bench.ts';

/** What Argo CD must report of an application; what is left out does not matter. */
export interface Reported {
  readonly sync?: 'Synced' | 'OutOfSync' | 'Unknown';
  readonly health?: 'Healthy' | 'Progressing' | 'Degraded' | 'Missing';
  /** `Kind/name` of every resource that is not Synced, in any order. */
  readonly drifting?: readonly string[];
  /** Type of a condition, and what its message holds. */
  readonly condition?: { readonly type: string; readonly says?: RegExp };
  /** Phase of the last operation, and what it or one of its resources says. */
  readonly operation?: { readonly phase: string; readonly says?: RegExp };
}

/** What Plumbline must say: the class it leads with (null: nothing) and the paths this finding has to hold. */
export interface Verdict {
  readonly lead: DriftClass | null;
  readonly paths?: readonly string[];
  /** What the lead's owner or evidence has to say. */
  readonly says?: RegExp;
}

export interface Fix {
  /** What is done, as the table shows it. */
  readonly says: string;
  apply(bench: Bench): Promise<void>;
  /** What Argo CD must report afterwards. */
  readonly leaves: Reported;
}

/**
 * One situation, produced for real. The application is `bench.name`, in a namespace and a repository of the same name;
 * `arrange` leaves it as people would find it.
 */
export interface Scenario extends Expected {
  readonly id: string;
  readonly title: string;
  arrange(bench: Bench): Promise<void>;
  /** Where a release of Argo CD behaves otherwise. */
  readonly on?: Readonly<Partial<Record<ArgocdRelease, Expected>>>;
}

interface Expected {
  readonly argocd: Reported;
  readonly plumbline: Verdict;
  readonly fix?: Fix;
}

export function scenarioOn(
  { id, title, arrange, argocd, plumbline, fix, on }: Scenario,
  release: ArgocdRelease,
): Scenario {
  const expected: Expected = on?.[release] ?? { argocd, plumbline, ...defined({ fix }) };
  return { id, title, arrange, ...expected };
}

/** Every object of a scenario is called so, or its name begins so. */
export const PREFIX = 'scn-';
/** Group of the CRDs that scenarios bring along. */
export const CRD_GROUP = 'scn.lab';
export const PROJECT = 'scn-scenarios';
