import { describe, expect, it } from 'vitest';
import type { Grant, Policy } from '../../../../src/core/policy/policy.ts';
import { scopesFor } from '../../../../src/core/policy/visibility.ts';

const grant = (role: string, projects: readonly string[]): Grant => ({
  role,
  request: [],
  approve: [],
  instances: ['*'],
  projects,
  apps: ['*'],
  environments: ['*'],
});
const policy: Policy = {
  roles: {
    developer: { users: [], groups: ['S0PAYMENTS'] },
    viewer: { users: ['U0VERA'], groups: [] },
  },
  grants: [grant('developer', ['payments']), grant('viewer', ['docs']), grant('nobody', ['*'])],
};
const channels = [{ id: 'C0PLATFORM', instances: ['prod'], projects: ['*'], labels: { tier: 'one' } }];
const ken = { id: 'U0KEN', groups: ['S0PAYMENTS'] };

describe('what a person may see', () => {
  it('is the channel’s part in a configured channel, whoever asks', () => {
    expect(scopesFor(channels, policy, 'C0PLATFORM', { id: 'U0X', groups: [] })).toEqual([
      { instances: ['prod'], projects: ['*'], labels: { tier: 'one' } },
    ]);
  });

  it('is what their own grants cover elsewhere, by user and by group', () => {
    expect(scopesFor(channels, policy, 'D1', ken)).toEqual([{ instances: ['*'], projects: ['payments'] }]);
    expect(scopesFor(channels, policy, 'D1', { id: 'U0VERA', groups: ['S0PAYMENTS'] })).toHaveLength(2);
  });

  it('is nothing for a stranger, and nothing by a role that nobody has', () => {
    expect(scopesFor(channels, policy, 'D1', { id: 'U0X', groups: [] })).toEqual([]);
  });
});
