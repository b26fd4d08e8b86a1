import { auditLines } from '../../core/remedy/approval/audit-lines.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { PlanRecord } from '../../ports/plans.ts';

/**
 * Writes what the record holds into the ledger. Lines that are there already stay as they are, so that whoever picks a plan
 * up completes what a crash left out. @throws RejectedError 'ledger.broken': nothing that has to be audited may be done then.
 */
export type AuditPlan = (record: PlanRecord) => Promise<void>;

export function makeAuditPlan(ledger: Ledger): AuditPlan {
  /** Lines that this process has seen in the ledger, by plan. */
  const written = new Map<string, Set<string>>();
  return async ({ plan, approval, run }) => {
    const known = written.get(plan.id) ?? new Set<string>();
    written.set(plan.id, known);
    for (const line of auditLines(plan, approval, run)) {
      if (known.has(line.id)) continue;
      await ledger.append(line);
      known.add(line.id);
    }
  };
}
