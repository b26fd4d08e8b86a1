import { randomBytes } from 'node:crypto';

/** Opaque, not to be guessed, and fit for a name in Kubernetes. */
export function newPlanId(): string {
  return randomBytes(10).toString('hex');
}
