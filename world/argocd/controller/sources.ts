import { createHash, randomBytes } from 'node:crypto';
import type { Manifest } from '../../../src/core/model/json.ts';
import type { GitModel, WorldClock } from '../../cluster/types.ts';
import type { AppSpec } from '../app-spec.ts';
import { RenderError, renderFiles } from '../render.ts';

/** The repo server: resolves revisions and keeps renders, so that a chart with random values is stable until asked anew. */
export interface Sources {
  resolve(app: AppSpec, revision?: string): Promise<string>;
  render(app: AppSpec, revision: string, options?: { readonly fresh?: boolean }): Promise<readonly Manifest[]>;
  /** Both revisions mean the same to the app: one commit, or one state of the paths that it names. */
  isSameSource(app: AppSpec, a: string, b: string): Promise<boolean>;
  repositoryOf(app: AppSpec): GitModel | undefined;
  /** The kept render of an app is too old: what its chart makes anew each time shows at the next comparison. */
  expire(app: AppSpec): void;
  /** Branches may have moved. */
  forgetRevisions(): void;
}

type Files = readonly (readonly [name: string, text: string])[];

export function makeSources(repositories: readonly GitModel[], clock: WorldClock): Sources {
  const revisions = new Map<string, Promise<string | undefined>>();
  const files = new Map<string, Promise<Files>>();
  const renders = new Map<string, readonly Manifest[]>();
  const hash = (): string => randomBytes(32).toString('hex');

  function repositoryOf(app: AppSpec): GitModel | undefined {
    return repositories.find(({ url }) => url === app.repoUrl);
  }

  function need(app: AppSpec): GitModel {
    const git = repositoryOf(app);
    if (!git) throw new RenderError(`failed to list refs: repository not found: ${app.repoUrl}`);
    return git;
  }

  /** One reading of the repository per revision serves every app. */
  async function filesOf(app: AppSpec, revision: string): Promise<Files> {
    const git = need(app);
    const all = await remembered(files, `${git.url} ${revision}`, async () => [...(await git.files(revision, ''))]);
    const prefix = app.path === '.' || app.path === '' ? '' : `${app.path.replace(/\/$/, '')}/`;
    return all.filter(([name]) => name.startsWith(prefix)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  async function digest(app: AppSpec, revision: string): Promise<string> {
    return createHash('sha256')
      .update(JSON.stringify(await filesOf(app, revision)))
      .digest('hex');
  }

  return {
    repositoryOf,
    forgetRevisions: () => revisions.clear(),
    expire(app) {
      for (const id of renders.keys()) if (id.startsWith(`${app.repoUrl} ${app.path} `)) renders.delete(id);
    },
    async resolve(app, revision = app.targetRevision) {
      const git = need(app);
      const resolved = await remembered(revisions, `${git.url} ${revision}`, () => git.resolve(revision));
      if (resolved === undefined) throw new RenderError(`unable to resolve '${revision}' to a commit SHA`);
      return resolved;
    },
    async render(app, revision, { fresh = false } = {}) {
      const id = `${app.repoUrl} ${app.path} ${knowsItsPaths(app) ? await digest(app, revision) : revision}`;
      const known = fresh ? undefined : renders.get(id);
      const rendered = known ?? renderFiles(await filesOf(app, revision), app.path, { now: clock.now(), hash });
      renders.set(id, rendered);
      return rendered;
    },
    async isSameSource(app, a, b) {
      return a === b || (knowsItsPaths(app) && (await digest(app, a)) === (await digest(app, b)));
    },
  };
}

/** Without the annotation every commit of the repository is news to the app. */
function knowsItsPaths({ annotations }: AppSpec): boolean {
  return annotations['argocd.argoproj.io/manifest-generate-paths'] !== undefined;
}

function remembered<T>(cache: Map<string, Promise<T>>, id: string, make: () => Promise<T>): Promise<T> {
  const known = cache.get(id) ?? make();
  cache.set(id, known);
  known.catch(() => cache.delete(id));
  return known;
}
