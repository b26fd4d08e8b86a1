import { hasHealth, healthClaim } from '../health-claim.ts';
import type { ResourceRule } from '../rule.ts';

const ON_ITS_WAY = ['Progressing', 'Suspended', 'Unknown'];

/** On its way to healthy for too long, or held up by something underneath that will not pass. */
export const stuckProgressing: ResourceRule = {
  id: 'stuck-progressing',
  title: 'The resource never becomes Healthy',
  driftClass: 'stuck-progressing',
  about: 'resource',

  claim(subject) {
    return ON_ITS_WAY.some((status) => hasHealth(subject, status)) ? healthClaim(subject) : undefined;
  },
};
