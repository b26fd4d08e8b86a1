import type { Person } from '../core/policy/policy.ts';

/** Who belongs to which group, as the chat workspace says now (short cache). @throws UnavailableError */
export interface Directory {
  person(userId: string): Promise<Person>;
}
