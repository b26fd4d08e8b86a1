import { isObject, listAt } from '../../model/json.ts';
import type { Ailing, HealthCause } from './health-cause.ts';

const INPUT_AT_FAULT =
  /invalid|cannot|could ?n[o']t|no key|does not exist|not exist|unknown|unsupported|must |parse|malformed|forbidden|missing|not found|required|denied/i;

/** A custom resource says in its conditions what is wrong with it. */
export function conditionCause({ resource, comparison }: Ailing): HealthCause | undefined {
  if (!resource) return undefined;
  const conditions = listAt(resource.live ?? {}, 'status', 'conditions').filter(isObject);
  const bad = conditions.find(
    (condition) =>
      (condition.status === 'False' &&
        /Ready|Available|Synced|Healthy|Succeeded|Established|Accepted|Programmed|Active|ScalingActive|AbleToScale|Progressing/.test(
          String(condition.type),
        )) ||
      (condition.status === 'True' && /Fail|Degraded|Stalled|Error|Aborted/.test(String(condition.type))),
  );
  if (!bad) return undefined;
  const message = typeof bad.message === 'string' ? bad.message : '';
  const reason = typeof bad.reason === 'string' && bad.reason !== '' ? bad.reason : String(bad.type);
  const builtIn = /^(apps|batch|autoscaling|)$/.test(resource.ref.group);
  return {
    reason,
    owner: /exceeded quota: ([\w.-]+)/.exec(message)?.[1]
      ? `ResourceQuota ${/exceeded quota: ([\w.-]+)/.exec(message)?.[1] ?? ''}`
      : (comparison?.managed.reconcilers[0] ?? ''),
    evidence: [
      {
        source: 'live',
        says: `condition ${String(bad.type)} is ${String(bad.status)}${reason === String(bad.type) ? '' : ` (${reason})`}${message === '' ? '' : `: ${message}`}`,
      },
    ],
    isTrouble: false,
    fix: !builtIn && message !== '' && INPUT_AT_FAULT.test(message) ? 'fix-manifest' : 'inspect-logs',
    step: message === '' ? 'read the controller’s log for this object' : `mend what the condition names: ${message}`,
  };
}
