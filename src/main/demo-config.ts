import { Config } from '../config/schema.ts';
import type { RunningSlack, RunningWorld } from './load-world.ts';

export interface DemoConfigParts {
  readonly world: Pick<RunningWorld, 'argocd' | 'accounts'>;
  readonly slack: Pick<RunningSlack, 'apiUrl' | 'botToken' | 'appToken'>;
  readonly redis: string;
}

const DIGEST = { at: '09:00', timeZone: 'Europe/Berlin' } as const;

/**
 * The bot's configuration for the simulated workspace: its channels, its people by role, nothing slowed down. Changes can be
 * approved where there are accounts for them.
 */
export function demoConfig({ world: { argocd, accounts }, slack, redis }: DemoConfigParts): Config {
  const { server, token, writeToken } = argocd;
  return Config.parse({
    instances: [
      {
        name: 'prod',
        argocd: { server, token, requestsPerSecond: 1000 },
        ...(accounts === null ? {} : { kubernetes: { kubeconfig: accounts.read, requestsPerSecond: 1000 } }),
        ...(accounts === null || writeToken === null
          ? {}
          : {
              remediation: {
                enabled: true,
                argocdToken: writeToken,
                kubernetes: { kubeconfig: accounts.write, requestsPerSecond: 1000 },
                bundleNamespace: accounts.bundleNamespace,
              },
            }),
      },
    ],
    scan: { every: '1m' },
    slack: {
      mode: 'socket',
      botToken: slack.botToken,
      appToken: slack.appToken,
      apiUrl: slack.apiUrl,
      channels: [
        { id: 'C0PLATFORM', projects: ['*'], digest: DIGEST },
        { id: 'C0PAYMENTS', projects: ['apps'], digest: DIGEST },
      ],
    },
    redis: { url: redis },
    http: { port: 0 },
    policy: {
      roles: {
        'platform-operator': { groups: ['S0PLATFORM'] },
        'release-manager': { groups: ['S0RELEASE'] },
        developer: { groups: ['S0PAYMENTS'] },
        'break-glass': { groups: ['S0ONCALL'] },
      },
      grants: [
        { role: 'platform-operator', request: [0, 1, 2, 3], approve: [1, 2, 3] },
        { role: 'release-manager', request: [0, 1, 2], approve: [1] },
        { role: 'developer', request: [0, 1, 2], projects: ['apps'] },
        { role: 'developer', request: [0, 1, 2, 3], projects: ['platform'], apps: ['infisical'] },
        { role: 'break-glass', approve: [1, 2, 3] },
      ],
      breakGlass: { channel: 'C0PLATFORM' },
    },
  });
}
