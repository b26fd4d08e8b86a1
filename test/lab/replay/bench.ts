import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { defined } from '../../../src/core/model/defined.ts';
import { ARGOCD_NAMESPACE } from '../argocd/install.ts';
import { locateProgram } from '../build/build-program.ts';
import { PROGRAMS } from '../build/programs.ts';
import { openRepository } from '../git/repository.ts';
import { applyManifests } from '../kubernetes/apply.ts';
import type { Json, JsonObject } from '../kubernetes/kube-client.ts';
import type { Manifest } from '../kubernetes/resource-paths.ts';
import type { RunningLab } from '../running-lab.ts';
import { waitUntil } from '../wait-until.ts';
import { type ApplicationView, matches, viewOf } from './application.ts';
import { PREFIX, PROJECT, type Reported } from './scenario.ts';

const run = promisify(execFile);
const REFRESH_PAUSE_MS = 1000;
/** Argo CD applies nothing while it takes in a new CRD, which has been seen to last two minutes. */
const SYNC_TIMEOUT_MS = 300_000;

export interface ApplicationOptions {
  readonly name?: string;
  /** Namespace of the Application itself, if not Argo CD's. */
  readonly home?: string;
  readonly project?: string;
  readonly namespace?: string;
  readonly path?: string;
  readonly revision?: string;
  readonly syncOptions?: readonly string[];
  readonly automated?: JsonObject;
  readonly annotations?: JsonObject;
  readonly ignoreDifferences?: readonly JsonObject[];
}

export type Bench = Awaited<ReturnType<typeof makeBench>>;

/** What a scenario works with: its own repository, namespace and applications on a lab that others use too. */
export async function makeBench(lab: RunningLab, id: string) {
  const name = `${PREFIX}${id}`;
  const repository = await openRepository(lab.gitFolder, name);
  const reader = lab.argocdAs('plumbline-read');
  const writer = lab.argocdAs('plumbline-write');
  const closers: (() => Promise<void> | void)[] = [];

  const apply = (...manifests: readonly Manifest[]) => applyManifests(lab.kube, manifests, name);
  await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });

  async function look(refresh: 'normal' | 'hard' | 'none' = 'normal', app = name): Promise<ApplicationView> {
    const path = applicationPath(app);
    if (refresh === 'none') return viewOf(await reader.get(path));
    return viewOf(await reader.get(`${path}&refresh=${refresh}`).catch(() => reader.get(path)));
  }

  /** Refreshes until Argo CD reports this; when time runs out, the last view says what it reported instead. */
  async function waitFor(expected: Reported, app = name, timeoutMs = 60_000): Promise<ApplicationView> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const view = await look('normal', app);
      if ((matches(view, expected) && !view.isBusy) || Date.now() > deadline) return view;
      await new Promise((resolve) => setTimeout(resolve, REFRESH_PAUSE_MS));
    }
  }

  function createApp(options: ApplicationOptions = {}): Promise<void> {
    return apply(applicationFor(name, repository.url, options));
  }

  function patchApp(spec: JsonObject, app = name): Promise<Json> {
    const path = `/apis/argoproj.io/v1alpha1/namespaces/${ARGOCD_NAMESPACE}/applications/${app}`;
    return lab.kube.expect('PATCH', path, { spec }, 'application/merge-patch+json');
  }

  /** One operation, from request to end, whatever its outcome. */
  async function sync(app = name, options: JsonObject = {}): Promise<ApplicationView> {
    await waitUntil(`${app} to be free for a sync`, async () =>
      (await look('normal', app)).isBusy ? undefined : true,
    );
    const before = (await look('none', app)).operation.startedAt;
    // Start times have whole seconds; two operations in one second could not be told apart.
    if (Date.parse(before) + 1000 > Date.now()) await new Promise((resolve) => setTimeout(resolve, 1000));
    await writer.post(`/api/v1/applications/${app}/sync`, { name: app, ...options });
    return waitUntil(
      `the sync of ${app}`,
      async () => {
        const view = await look('none', app);
        return view.operation.startedAt !== before && !view.isBusy ? view : undefined;
      },
      SYNC_TIMEOUT_MS,
    );
  }

  /** kubectl in the scenario's namespace, so that managedFields name the writer a person would leave. */
  async function kubectl(...args: readonly string[]): Promise<string> {
    const { binary } = locateProgram(PROGRAMS.kubectl);
    const { stdout } = await run(binary, ['--kubeconfig', lab.kubeconfig, '--namespace', name, ...args]);
    return stdout;
  }

  /** Repeats until the bench is closed; what fails is tried again. */
  function every(milliseconds: number, work: () => Promise<unknown>): void {
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      void work()
        .catch(() => undefined)
        .finally(() => {
          isBusy = false;
        });
    }, milliseconds);
    closers.push(() => clearInterval(timer));
  }

  return {
    name,
    lab,
    repoUrl: repository.url,
    commit: (files: Readonly<Record<string, string | null>>, message = 'Change') => repository.commit(files, message),
    apply,
    look,
    waitFor,
    createApp,
    patchApp,
    sync,
    kubectl,
    every,
    onClose: (close: () => Promise<void> | void) => void closers.push(close),
    async close(): Promise<void> {
      for (const close of closers.toReversed()) await close();
    },
  };
}

/** By name, or by `namespace/name` where it is not in Argo CD's own. */
function applicationPath(app: string): string {
  const [name = '', home = ARGOCD_NAMESPACE] = app.split('/').toReversed();
  return `/api/v1/applications/${name}?appNamespace=${home}`;
}

function applicationFor(scenario: string, repoUrl: string, options: ApplicationOptions): Manifest {
  const { name = scenario, namespace = scenario, project = PROJECT, path = '.', revision = 'main' } = options;
  const { home = ARGOCD_NAMESPACE, automated, ignoreDifferences, annotations = {}, syncOptions = [] } = options;
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name, namespace: home, annotations },
    spec: {
      project,
      source: { repoURL: repoUrl, targetRevision: revision, path },
      destination: { server: 'https://kubernetes.default.svc', namespace },
      syncPolicy: { syncOptions, ...defined({ automated }) },
      ...defined({ ignoreDifferences }),
    },
  };
}
