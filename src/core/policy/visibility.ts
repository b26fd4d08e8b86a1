import { defined } from '../model/defined.ts';
import type { LabelSelector, Scope } from '../model/fleet-scope.ts';
import { grantsOf, type Person, type Policy } from './policy.ts';

/** A configured channel: its members see its part of the fleet there. */
export interface ChannelScope {
  readonly id: string;
  readonly instances: readonly string[];
  readonly projects: readonly string[];
  readonly labels?: LabelSelector | undefined;
}

/**
 * In a configured channel people see that channel's part, because it is posted there anyway. Elsewhere a person
 * sees what a grant of theirs covers. Nobody without either sees anything.
 */
export function scopesFor(
  channels: readonly ChannelScope[],
  policy: Policy,
  channel: string,
  person: Person,
): readonly Scope[] {
  const here = channels.filter(({ id }) => id === channel);
  if (here.length > 0) return here.map(scopeOfChannel);
  return grantsOf(policy, person).map(({ instances, projects }) => ({ instances, projects }));
}

export function scopeOfChannel({ instances, projects, labels }: ChannelScope): Scope {
  return { instances, projects, ...defined({ labels }) };
}
