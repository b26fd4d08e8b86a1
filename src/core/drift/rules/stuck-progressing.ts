import { at } from '../../model/json.ts';
import { HEALTH_FACTS, healthClaim, healthOf } from '../health/claim.ts';
import { resourceRule, type Subject } from '../rule.ts';

/** On its way to healthy for too long, or held up by something underneath that will not pass. */
export const stuckProgressing = resourceRule({
  id: 'stuck-progressing',
  title: 'The resource never becomes Healthy',
  driftClass: 'stuck-progressing',
  needs: HEALTH_FACTS,

  claim(subject) {
    const health = healthOf(subject);
    const isOnItsWay =
      health === 'Progressing' || health === 'Unknown' || (health === 'Suspended' && !isSuspendedOnPurpose(subject));
    return isOnItsWay ? healthClaim(subject, { mayPass: true }) : undefined;
  },
});

/** Git says so, or it has not been so for long: a paused rollout waits for a person. */
function isSuspendedOnPurpose({ resource, runtime }: Subject): boolean {
  const spec = at(resource.target ?? {}, 'spec');
  const isStated = at(spec, 'suspend') === true || at(spec, 'paused') === true;
  return isStated || runtime.notHealthyForLong !== true;
}
