import { join } from 'node:path';
import { locateProgram } from '../build/build-program.ts';
import { ARGOCD_RELEASES, type ArgocdRelease, PROGRAMS } from '../build/programs.ts';
import type { ProcessSpec } from '../processes.ts';
import { findSystemProgram } from '../system-programs.ts';

export interface ArgocdPorts {
  readonly redis: number;
  readonly repoServer: number;
  readonly repoServerMetrics: number;
  readonly argocdServer: number;
  readonly argocdServerMetrics: number;
  readonly applicationControllerMetrics: number;
  readonly applicationSetMetrics: number;
  readonly applicationSetProbe: number;
  readonly applicationSetWebhook: number;
}

export interface ArgocdSettings {
  readonly folder: string;
  readonly release: ArgocdRelease;
  readonly ports: ArgocdPorts;
  readonly redisPassword: string;
  readonly kubeconfigFor: (serviceAccount: string) => string;
  /** Besides Argo CD's own, where Applications may live; none unless given. */
  readonly applicationNamespaces?: string;
}

export function redisSpec({ folder, ports, redisPassword }: ArgocdSettings): ProcessSpec {
  const options = { port: String(ports.redis), bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder };
  // A title is written over the environment, and with it over the mark of the lab.
  const args = Object.entries({ ...options, requirepass: redisPassword, 'set-proc-title': 'no' });
  return {
    name: 'redis',
    command: findSystemProgram('redis-server'),
    args: args.flatMap(([name, value]) => [`--${name}`, value]),
  };
}

export function repoServerSpec(settings: ArgocdSettings): ProcessSpec {
  const { folder, ports } = settings;
  return argocdSpec(
    settings,
    'argocd-repo-server',
    [
      '--address=127.0.0.1',
      `--port=${ports.repoServer}`,
      '--metrics-address=127.0.0.1',
      `--metrics-port=${ports.repoServerMetrics}`,
      `--redis=127.0.0.1:${ports.redis}`,
      '--logformat=json',
    ],
    {
      ARGOCD_GPG_ENABLED: 'false',
      ARGOCD_PLUGINSOCKFILEPATH: join(folder, 'plugins'),
      TMPDIR: join(folder, 'tmp'),
    },
  );
}

export function argocdServerSpec(settings: ArgocdSettings): ProcessSpec {
  const { ports } = settings;
  return argocdSpec(settings, 'argocd-server', [
    ...applicationNamespaceArgs(settings),
    '--insecure',
    '--address=127.0.0.1',
    `--port=${ports.argocdServer}`,
    '--metrics-address=127.0.0.1',
    `--metrics-port=${ports.argocdServerMetrics}`,
    `--repo-server=127.0.0.1:${ports.repoServer}`,
    `--redis=127.0.0.1:${ports.redis}`,
    '--logformat=json',
  ]);
}

export function applicationControllerSpec(settings: ArgocdSettings): ProcessSpec {
  const { ports } = settings;
  return argocdSpec(settings, 'argocd-application-controller', [
    ...applicationNamespaceArgs(settings),
    `--metrics-port=${ports.applicationControllerMetrics}`,
    `--repo-server=127.0.0.1:${ports.repoServer}`,
    `--redis=127.0.0.1:${ports.redis}`,
    '--logformat=json',
  ]);
}

export function applicationSetControllerSpec(settings: ArgocdSettings): ProcessSpec {
  const { ports } = settings;
  return argocdSpec(settings, 'argocd-applicationset-controller', [
    `--metrics-addr=127.0.0.1:${ports.applicationSetMetrics}`,
    `--probe-addr=127.0.0.1:${ports.applicationSetProbe}`,
    `--webhook-addr=127.0.0.1:${ports.applicationSetWebhook}`,
    `--argocd-repo-server=127.0.0.1:${ports.repoServer}`,
    '--logformat=json',
  ]);
}

function applicationNamespaceArgs({ applicationNamespaces }: ArgocdSettings): readonly string[] {
  return applicationNamespaces === undefined ? [] : [`--application-namespaces=${applicationNamespaces}`];
}

/** One program plays every part; ARGOCD_BINARY_NAME says which. Its name is also its service account's. */
function argocdSpec(
  { folder, release, redisPassword, kubeconfigFor }: ArgocdSettings,
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ProcessSpec {
  const { argocd, helm } = ARGOCD_RELEASES[release];
  const tools = [argocd, helm, PROGRAMS.kustomize].map((program) => locateProgram(program).folder);
  const scripts = join(locateProgram(argocd).folder, 'hack');
  return {
    name,
    command: locateProgram(argocd).binary,
    args,
    env: {
      ...env,
      ARGOCD_BINARY_NAME: name,
      // Makes https://kubernetes.default.svc mean the cluster of KUBECONFIG.
      ARGOCD_FAKE_IN_CLUSTER: 'true',
      KUBECONFIG: kubeconfigFor(name),
      ARGOCD_TLS_DATA_PATH: join(folder, 'tls'),
      ARGOCD_SSH_DATA_PATH: join(folder, 'ssh'),
      REDIS_PASSWORD: redisPassword,
      PATH: [...tools, scripts, process.env.PATH].join(':'),
    },
  };
}
