import { parse } from 'yaml';
import { withDefaults } from '../../src/core/kubernetes/schema.ts';
import { isEqual } from '../../src/core/model/equal.ts';
import { matchesGlob } from '../../src/core/model/glob.ts';
import { isObject, type Json, type Manifest, stringAt } from '../../src/core/model/json.ts';
import { makeCrdSchemas } from '../argocd/crd-schemas.ts';
import { keyOfManifest, keyText } from '../argocd/object-key.ts';
import { addController } from '../cluster/add-controller.ts';
import { podsOf } from './app-pods.ts';
import { crd, NEXT_EXTERNAL_SECRET } from './crds.ts';
import { manifestFile } from './git-content.ts';
import type { Story } from './make-story.ts';
import { keyOf, makeObjectDeeds, OBJECT_DEED_DESCRIPTIONS, type ObjectDeeds } from './object-deeds.ts';
import { FATE, type ToldFate } from './runtime/pod-fate.ts';

/** What can be made to happen in the story while it runs. Each resolves when Argo CD has seen the consequences. */
export interface StoryDeeds extends ObjectDeeds {
  upgradeExternalSecrets(): Promise<void>;
  crashLoop(app: string): Promise<void>;
  recover(app: string): Promise<void>;
  flap(app: string, health: FlappingHealth): Promise<void>;
  /** The object is one of the app's, as `KIND/NAME`. */
  dependOn(app: string, object: string): Promise<void>;
  /** Resolves to the files that were changed. */
  fixInGit(apps: string): Promise<readonly string[]>;
}

export type FlappingHealth = 'Progressing' | 'Degraded' | 'Healthy';

/** One line each, for whoever is offered them. */
export const DEED_DESCRIPTIONS: Readonly<Record<keyof StoryDeeds, string>> = {
  upgradeExternalSecrets:
    'external-secrets is upgraded in Git: its CRD has one more default, and every ExternalSecret shows it',
  crashLoop: 'the pods of an app are rescheduled and crash from then on; Git and the workload stay as they are',
  recover: 'the pods of an app that were told to crash are replaced by healthy ones',
  flap: 'an app turns Progressing, Degraded or Healthy, as told',
  dependOn: 'from now on the pods of an app run only while an object is there: without it the app is Degraded',
  fixInGit: 'a commit writes the defaults of custom resources out in the apps that match (`*` for all)',
  ...OBJECT_DEED_DESCRIPTIONS,
};

const IMAGE = { from: 'external-secrets:v1.1.0', to: 'external-secrets:v1.2.0' };
const MANAGER = 'plumbline-demo';

export function makeDeeds(story: Story): StoryDeeds {
  const { cluster, git } = story;
  const schemas = makeCrdSchemas(cluster);
  const dependencies = new Map<string, string>();
  addController(cluster, {
    name: 'dependencies',
    react({ type, object }) {
      const app = dependencies.get(keyText(keyOfManifest(object)));
      if (app === undefined || type === 'MODIFIED') return;
      // once whoever deleted or created it has been answered
      queueMicrotask(() => (type === 'DELETED' ? tell(app, 'timeout') : heal(app)));
    },
  });

  async function commit(changes: ReadonlyMap<string, string>, message: string): Promise<void> {
    if (changes.size > 0) await git.commit(changes, message);
    await story.settle();
  }

  /** Files that the edit changes; undefined leaves one alone. */
  async function edited(edit: (file: string, text: string) => string | undefined): Promise<Map<string, string>> {
    const files = [...(await git.files('main', 'apps'))];
    return new Map(
      files.flatMap(([file, text]) => {
        const next = edit(file, text);
        return next === undefined || next === text ? [] : [[file, next] as const];
      }),
    );
  }

  function tell(app: string, fate: ToldFate): void {
    for (const pod of podsOf(story, app)) {
      const key = keyOfManifest(pod);
      // its successor has the same name, the age of the trouble, and is well until it is told
      if (fateOf(pod) !== fate) cluster.delete(key);
      cluster.mergePatch(key, { metadata: { annotations: { [FATE]: fate } } }, { manager: MANAGER });
    }
  }

  function heal(app: string): void {
    for (const pod of podsOf(story, app)) if (fateOf(pod) !== undefined) cluster.delete(keyOfManifest(pod));
  }

  /** Nothing where the file states all of them. */
  function pinned(app: string, text: string): string | undefined {
    const manifest = parse(text) as Json;
    if (!isObject(manifest)) return undefined;
    const schema = schemas(stringAt(manifest, 'apiVersion') ?? '', stringAt(manifest, 'kind') ?? '');
    const filled = schema && withDefaults(schema, manifest);
    return isObject(filled) && !isEqual(filled, manifest) ? manifestFile(app, filled)[1] : undefined;
  }

  return {
    async upgradeExternalSecrets() {
      const [definition, next] = manifestFile('external-secrets', crd(NEXT_EXTERNAL_SECRET));
      const changes = await edited((file, text) => {
        if (file === definition) return next;
        return file.startsWith('apps/external-secrets/') ? text.replace(IMAGE.from, IMAGE.to) : undefined;
      });
      await commit(changes, 'chore: external-secrets 1.2.0');
    },
    async crashLoop(app) {
      tell(app, 'crash');
      await story.settle();
    },
    async recover(app) {
      heal(app);
      await story.settle();
    },
    async flap(app, health) {
      if (health === 'Healthy') heal(app);
      else tell(app, health === 'Degraded' ? 'timeout' : 'crash');
      await story.settle();
    },
    async dependOn(app, object) {
      podsOf(story, app);
      dependencies.set(keyText(keyOf(story, app, object)), app);
    },
    ...makeObjectDeeds(story),
    async fixInGit(apps) {
      const changes = await edited((file, text) => {
        const app = /^apps\/([^/]+)\/[^/]+\.yaml$/.exec(file)?.[1] ?? '';
        const isRendered = text.includes('# plumbline-demo:') || file.endsWith('/values.yaml');
        return app !== '' && matchesGlob(apps, app) && !isRendered ? pinned(app, text) : undefined;
      });
      await commit(changes, `fix: state the defaults of custom resources in ${apps === '*' ? 'all apps' : apps}`);
      return [...changes.keys()];
    },
  };
}

function fateOf(pod: Manifest): string | undefined {
  return stringAt(pod, 'metadata', 'annotations', FATE);
}
