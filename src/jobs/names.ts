/* Names of queues and jobs. BullMQ allows no colon in them, and no id that is an integer. */

export const DELIVERY_QUEUE = 'deliver';
export const TICK_QUEUE = 'tick';

export const DELIVER_JOB = 'deliver';
export const TICK_JOB = 'tick';

/** One queue per Argo CD, so that a slow one delays no other. */
export function scanQueue(instance: string): string {
  return `scan.${instance}`;
}

/** Changes wait for no scan, and one Argo CD's for no other's. */
export function remedyQueue(instance: string): string {
  return `remedy.${instance}`;
}

export const REMEDY_JOBS = { plan: 'plan', run: 'run' } as const;

export const SCAN_JOBS = { list: 'list', batch: 'batch', look: 'look', publish: 'publish' } as const;

/** BullMQ's keys stand beside the store's, in the same slot of a cluster. */
export function jobPrefix(prefix: string): string {
  return `${prefix}:jobs`;
}
