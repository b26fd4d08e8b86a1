import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program built by `go build` from one of the wrapper modules beside this file. */
export interface Program {
  readonly name: string;
  /** Folder of the wrapper module; its go.mod alone decides the version. */
  readonly wrapper: string;
  readonly modulePath: string;
  readonly packagePath: string;
  readonly linkerValues: (version: string) => Readonly<Record<string, string>>;
  /** Files of the module that the lab reads at run time, relative to the module's root. */
  readonly assets?: readonly string[];
}

const KUBERNETES = { wrapper: 'kubernetes', modulePath: 'k8s.io/kubernetes', linkerValues: kubernetesVersionValues };

export const PROGRAMS = {
  // Kubernetes 1.34 refuses streaming watches on an etcd older than 3.4.31 (Debian 12 has 3.4.23).
  etcd: {
    name: 'etcd',
    wrapper: 'etcd',
    modulePath: 'go.etcd.io/etcd/server/v3',
    packagePath: 'go.etcd.io/etcd/server/v3',
    linkerValues: () => ({}),
  },
  kubeApiserver: { ...KUBERNETES, name: 'kube-apiserver', packagePath: 'k8s.io/kubernetes/cmd/kube-apiserver' },
  kubeControllerManager: {
    ...KUBERNETES,
    name: 'kube-controller-manager',
    packagePath: 'k8s.io/kubernetes/cmd/kube-controller-manager',
  },
  kubeScheduler: { ...KUBERNETES, name: 'kube-scheduler', packagePath: 'k8s.io/kubernetes/cmd/kube-scheduler' },
  kubectl: { ...KUBERNETES, name: 'kubectl', packagePath: 'k8s.io/kubernetes/cmd/kubectl' },
  kwok: {
    name: 'kwok',
    wrapper: 'kwok',
    modulePath: 'sigs.k8s.io/kwok',
    packagePath: 'sigs.k8s.io/kwok/cmd/kwok',
    linkerValues: () => ({}),
    assets: ['kustomize/stage'],
  },
  kustomize: {
    name: 'kustomize',
    wrapper: 'kustomize',
    modulePath: 'sigs.k8s.io/kustomize/kustomize/v5',
    packagePath: 'sigs.k8s.io/kustomize/kustomize/v5',
    linkerValues: (version) => ({ 'sigs.k8s.io/kustomize/api/provenance.version': version }),
  },
} as const satisfies Record<string, Program>;

/** Run by the repo-server on every revision since v3.5, even with GPG off. */
const SIGNATURE_CHECK = 'hack/git-verify-wrapper.sh';

/** Argo CD and the Helm it calls, by release line. Each line is a cache entry of its own. */
export const ARGOCD_RELEASES = {
  '3.2': { argocd: argocdProgram('argocd'), helm: helmProgram('helm', 'helm.sh/helm/v3') },
  '3.5': { argocd: argocdProgram('argocd-3.5'), helm: helmProgram('helm-4', 'helm.sh/helm/v4') },
} as const;

export type ArgocdRelease = keyof typeof ARGOCD_RELEASES;

export function argocdRelease(env = process.env): ArgocdRelease {
  const wanted = env.PLUMBLINE_LAB_ARGOCD || '3.2';
  if (wanted in ARGOCD_RELEASES) return wanted as ArgocdRelease;
  throw new Error(`PLUMBLINE_LAB_ARGOCD is ${wanted}; known: ${Object.keys(ARGOCD_RELEASES).join(', ')}`);
}

/** Everything a lab with this release runs. */
export function programsFor(release: ArgocdRelease): readonly Program[] {
  return [...Object.values(PROGRAMS), ...Object.values(ARGOCD_RELEASES[release])];
}

export function wrapperFolderFor(program: Program): string {
  return join(import.meta.dirname, program.wrapper);
}

export function versionFor(program: Program): string {
  const goMod = readFileSync(join(wrapperFolderFor(program), 'go.mod'), 'utf8');
  for (const line of goMod.split('\n')) {
    const [path, version] = line
      .replace(/^require\s/, '')
      .trim()
      .split(/\s+/);
    if (path === program.modulePath && version !== undefined && version.startsWith('v')) return version;
  }
  throw new Error(`${program.wrapper}/go.mod does not require ${program.modulePath}`);
}

function argocdProgram(wrapper: string): Program {
  const modulePath = 'github.com/argoproj/argo-cd/v3';
  return {
    name: 'argocd',
    wrapper,
    modulePath,
    packagePath: `${modulePath}/cmd`,
    linkerValues: (version) => ({ [`${modulePath}/common.version`]: version.replace(/^v/, '') }),
    assets: ['manifests/install.yaml', SIGNATURE_CHECK],
  };
}

function helmProgram(wrapper: string, modulePath: string): Program {
  return {
    name: 'helm',
    wrapper,
    modulePath,
    packagePath: `${modulePath}/cmd/helm`,
    linkerValues: (version) => ({ [`${modulePath}/internal/version.version`]: version }),
  };
}

/** Without these the API server reports v0.0.0-master, and clients refuse to compare versions with it. */
function kubernetesVersionValues(version: string): Record<string, string> {
  const [major = '', minor = ''] = version.replace(/^v/, '').split('.');
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' };
  return Object.fromEntries(
    ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((path) =>
      Object.entries(values).map(([name, value]) => [`${path}.${name}`, value]),
    ),
  );
}
