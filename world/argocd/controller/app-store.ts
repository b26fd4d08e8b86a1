import { isEqual } from '../../../src/core/model/equal.ts';
import { at, type JsonObject, type Manifest, objectAt } from '../../../src/core/model/json.ts';
import type { ClusterModel, ObjectKey } from '../../cluster/types.ts';
import { APP_PROJECT, APPLICATION } from '../app-spec.ts';

export interface AppId {
  readonly namespace: string;
  readonly name: string;
}

export const STATUS_WRITER = 'argocd-application-controller';

/** Applications and projects as objects of the management cluster. */
export interface AppStore {
  list(): readonly Manifest[];
  get(id: AppId): Manifest | undefined;
  project(namespace: string, name: string): Manifest | undefined;
  projects(): readonly Manifest[];
  writeStatus(id: AppId, status: JsonObject): void;
  /** Writes the whole object, as Argo CD's own components do. */
  write(app: Manifest, manager: string): void;
}

export function makeAppStore(cluster: ClusterModel): AppStore {
  const keyOf = ({ namespace, name }: AppId): ObjectKey => ({ ...APPLICATION, namespace, name });
  return {
    list: () => cluster.list(APPLICATION),
    get: (id) => cluster.get(keyOf(id)),
    project: (namespace, name) => cluster.get({ ...APP_PROJECT, namespace, name }),
    projects: () => cluster.list(APP_PROJECT),
    writeStatus(id, status) {
      const app = cluster.get(keyOf(id));
      if (app) cluster.update({ ...app, status }, { manager: STATUS_WRITER });
    },
    write(app, manager) {
      cluster.update(app, { manager });
    },
  };
}

/** What of an Application concerns its own comparison: not its status, versions or writers. */
export function isSameWish(a: Manifest | undefined, b: Manifest | undefined): boolean {
  return isEqual(wish(a), wish(b));
}

function wish(app: Manifest | undefined): JsonObject {
  return {
    spec: objectAt(app, 'spec'),
    annotations: objectAt(app, 'metadata', 'annotations'),
    operation: at(app, 'operation') ?? null,
  };
}
