import { isPlanId } from './plan-id.ts';

/** What a form carries: which plan, and where it was opened. Both come back from a client, and are believed as little as a button. */
export interface FormMetadata {
  readonly planId: string;
  /** A channel; '' = unknown. */
  readonly from: string;
}

export function formatMetadata({ planId, from }: FormMetadata): string {
  return `${planId} ${from}`.trim();
}

/** undefined: we have not written this. */
export function parseMetadata(text: string): FormMetadata | undefined {
  const [planId = '', from = '', ...rest] = text.split(' ');
  const isOurs = rest.length === 0 && isPlanId(planId) && /^[A-Z0-9]{0,31}$/.test(from);
  return isOurs ? { planId, from } : undefined;
}
