import { describe, expect, it } from 'vitest';
import {
  type Decision,
  isStillApproved,
  mayApprove,
  mayBreakGlass,
  mayDeny,
  mayRequest,
  type PlanRequest,
} from '../../../../src/core/policy/decide.ts';
import type { Grant, Person, Policy, Tier } from '../../../../src/core/policy/policy.ts';
import type { PlanFrame } from '../../../../src/core/remedy/plan/plan.ts';
import { aPlanOfTier } from '../remedy/builders.ts';

const grant = (role: string, parts: Partial<Grant>): Grant => ({
  role,
  request: [],
  approve: [],
  instances: ['*'],
  projects: ['*'],
  apps: ['*'],
  environments: ['*'],
  ...parts,
});
const policy: Policy = {
  roles: {
    developer: { users: [], groups: ['S0DEVS'] },
    'platform-operator': { users: ['U0ADA', 'U0BEA'], groups: ['S0PLATFORM'] },
    'break-glass': { users: ['U0ZOE'], groups: [] },
  },
  grants: [
    grant('developer', { request: [1, 2, 3], approve: [1], projects: ['shop'], environments: ['staging'] }),
    grant('platform-operator', { request: [0, 1, 2, 3], approve: [1, 2, 3], instances: ['prod*'] }),
    grant('break-glass', { request: [3], approve: [1, 2, 3] }),
  ],
};
const now = new Date('2026-01-05T12:00:00Z');
const ada: Person = { id: 'U0ADA', groups: [] };
const bea: Person = { id: 'U0BEA', groups: [] };
const dev: Person = { id: 'U0DEV', groups: ['S0DEVS'] };
const zoe: Person = { id: 'U0ZOE', groups: [] };
const stranger: Person = { id: 'U0X', groups: ['S0OTHERS'] };

const approvedBy = (by: string): Decision => ({ by, verdict: 'approve', at: '2026-01-05T11:00:00Z' });
function asked(
  tier: Tier,
  parts: Partial<PlanFrame> & { readonly by?: string; readonly decisions?: readonly Decision[] } = {},
): PlanRequest {
  const { by = dev.id, decisions = [], ...frame } = parts;
  return { plan: aPlanOfTier(tier, frame), requestedBy: by, decisions };
}
const reason = (permission: ReturnType<typeof mayApprove>) => (permission.allowed ? 'allowed' : permission.because);

describe('who may request', () => {
  it.each<[string, Person, Partial<PlanFrame>, boolean]>([
    ['by group, within project and environment', dev, { environment: 'staging' }, true],
    ['another environment', dev, { environment: 'production' }, false],
    ['no environment at all', dev, { environment: '' }, false],
    ['another project', dev, { environment: 'staging', project: 'bank' }, false],
    ['by user', ada, {}, true],
    ['no environment, by a grant for all', ada, { environment: '' }, true],
    ['another instance', ada, { instance: 'lab' }, false],
    ['a stranger', stranger, { environment: 'staging' }, false],
    ['an emergency role', zoe, {}, false],
  ])('%s', (_what, person, frame, allowed) => {
    expect(mayRequest(policy, person, aPlanOfTier(3, frame)).allowed).toBe(allowed);
  });

  it('names who could', () => {
    expect(mayRequest(policy, stranger, aPlanOfTier(2))).toEqual({
      allowed: false,
      because: 'your roles do not let you request a change of tier 2 to checkout on prod',
      who: { roles: ['platform-operator'], users: ['U0ADA', 'U0BEA'], groups: ['S0PLATFORM'] },
    });
  });

  it('is nobody by an empty policy, by a role that nobody defined, and by a grant without apps', () => {
    const plan = aPlanOfTier(0);
    expect(mayRequest({ roles: {}, grants: [] }, ada, plan).allowed).toBe(false);
    expect(mayRequest({ roles: {}, grants: [grant('constructor', { request: [0] })] }, ada, plan).allowed).toBe(false);
    const nowhere = { ...policy, grants: [grant('platform-operator', { request: [0], apps: [] })] };
    expect(mayRequest(nowhere, ada, plan).allowed).toBe(false);
  });
});

describe('who may approve', () => {
  it('is another person from tier 2; at tier 1 it may be the same', () => {
    expect(mayApprove(policy, ada, asked(1, { by: ada.id }), now).allowed).toBe(true);
    expect(mayApprove(policy, bea, asked(2, { by: ada.id }), now).allowed).toBe(true);
    expect(mayApprove(policy, ada, asked(2, { by: ada.id }), now)).toEqual({
      allowed: false,
      because: 'you asked for it: from tier 2 somebody else approves',
      who: { roles: ['platform-operator'], users: ['U0BEA'], groups: ['S0PLATFORM'] },
    });
  });

  it('is two people at tier 3, each once', () => {
    const half = asked(3, { decisions: [approvedBy(ada.id)] });
    expect(mayApprove(policy, bea, half, now).allowed).toBe(true);
    expect(reason(mayApprove(policy, ada, half, now))).toBe('you approved it already: 1 other person still has to');
  });

  it.each<[string, Person, PlanRequest, string]>([
    [
      'no grant for the tier',
      dev,
      asked(2, { environment: 'staging', by: ada.id }),
      'your roles do not let you approve',
    ],
    ['a stranger', stranger, asked(1), 'your roles do not let you approve'],
    ['an emergency role alone', zoe, asked(1), 'your roles do not let you approve'],
    ['expired', ada, asked(2, { expiresAt: '2026-01-05T12:00:00Z' }), 'it has expired'],
    ['an expiry nobody can read', ada, asked(2, { expiresAt: 'tomorrow' }), 'it has expired'],
    ['denied', ada, asked(2, { decisions: [{ ...approvedBy(bea.id), verdict: 'deny' }] }), 'it was denied'],
  ])('is not: %s', (_what, person, request, because) => {
    expect(reason(mayApprove(policy, person, request, now))).toContain(because);
  });

  it('is asked again with today’s groups: who left the group is refused', () => {
    const request = asked(1, { environment: 'staging', by: ada.id });
    expect(mayApprove(policy, dev, request, now).allowed).toBe(true);
    expect(mayApprove(policy, { ...dev, groups: [] }, request, now).allowed).toBe(false);
  });
});

describe('who may deny', () => {
  it('is who may approve such plans, and who asked', () => {
    expect(mayDeny(policy, ada, asked(2), now).allowed).toBe(true);
    expect(mayDeny(policy, dev, asked(2), now).allowed).toBe(true);
    expect(mayDeny(policy, stranger, asked(2), now).allowed).toBe(false);
  });
});

describe('before the run', () => {
  const request = asked(3, { decisions: [approvedBy(ada.id), approvedBy(bea.id)] });

  it('stands while those who approved still may', () => {
    expect(isStillApproved(policy, [ada, bea], request, now).allowed).toBe(true);
  });

  it('falls when one lost the role, is missing, or counts twice', () => {
    const without = { ...policy, roles: { ...policy.roles, 'platform-operator': { users: ['U0ADA'], groups: [] } } };
    expect(isStillApproved(without, [ada, bea], request, now).allowed).toBe(false);
    expect(isStillApproved(policy, [ada], request, now).allowed).toBe(false);
    expect(isStillApproved(policy, [ada, ada], request, now).allowed).toBe(false);
    expect(isStillApproved(policy, [ada, { id: 'U0NEW', groups: ['S0PLATFORM'] }], request, now).allowed).toBe(false);
  });

  it('falls when it expired meanwhile', () => {
    expect(isStillApproved(policy, [ada, bea], request, new Date('2026-01-07T00:00:00Z')).allowed).toBe(false);
  });
});

describe('break-glass', () => {
  const emergency = { reason: 'checkout is down', incident: 'https://incidents.example.com/7' };
  const at = (person: Person, parts = {}, request = asked(3, { by: zoe.id })) =>
    reason(mayBreakGlass(policy, person, request, { emergency: { ...emergency, ...parts }, now }));

  it('is one person with that role, also for what they asked for', () => {
    expect(at(zoe)).toBe('allowed');
  });

  it.each([
    ['without the role', ada, {}, 'you have no break-glass role'],
    ['without a reason', zoe, { reason: ' ' }, 'needs a reason'],
    ['without an incident', zoe, { incident: 'see chat' }, 'needs a link'],
  ])('is refused %s', (_what, person, parts, because) => {
    expect(at(person, parts)).toContain(because);
  });

  it('does not open what was denied or is over', () => {
    expect(at(zoe, {}, asked(3, { expiresAt: '2026-01-05T11:00:00Z' }))).toContain('expired');
    expect(at(zoe, {}, asked(3, { decisions: [{ ...approvedBy(bea.id), verdict: 'deny' }] }))).toContain('denied');
  });
});
