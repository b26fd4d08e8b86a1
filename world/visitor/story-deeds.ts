import { DEED_DESCRIPTIONS, type FlappingHealth, type StoryDeeds } from '../story/deeds.ts';
import { type Deed, DeedRefused } from './deed.ts';

const HEALTHS: readonly FlappingHealth[] = ['Progressing', 'Degraded', 'Healthy'];

/** The story's deeds, as a visitor asks for them. */
export function storyDeeds(story: StoryDeeds): readonly Deed[] {
  return [
    deed('upgrade', '', DEED_DESCRIPTIONS.upgradeExternalSecrets, async () => {
      await story.upgradeExternalSecrets();
      return 'external-secrets 1.2.0 is rolled out';
    }),
    deed('crash', 'APP', DEED_DESCRIPTIONS.crashLoop, async (app) => {
      await story.crashLoop(app);
      return `the pods of ${app} crash`;
    }),
    deed('recover', 'APP', DEED_DESCRIPTIONS.recover, async (app) => {
      await story.recover(app);
      return `the pods of ${app} run again`;
    }),
    deed('flap', 'APP HEALTH', DEED_DESCRIPTIONS.flap, async (app, wanted) => {
      const health = HEALTHS.find((one) => one.toLowerCase() === wanted.toLowerCase());
      if (health === undefined) throw new DeedRefused(`${wanted} is no health; there are ${HEALTHS.join(', ')}`);
      await story.flap(app, health);
      return `${app} is ${health}`;
    }),
    deed('depend', 'APP KIND/NAME', DEED_DESCRIPTIONS.dependOn, async (app, object) => {
      await story.dependOn(app, object);
      return `${app} needs its ${object} now`;
    }),
    deed('fix', 'APP', DEED_DESCRIPTIONS.fixInGit, async (apps) => {
      const files = await story.fixInGit(apps);
      return files.length === 0
        ? 'nothing was left to fix'
        : `a commit changed ${files.length} file${files.length === 1 ? '' : 's'}`;
    }),
    ...objectDeeds(story),
  ];
}

/** What makes an approved change harder. */
function objectDeeds(story: StoryDeeds): readonly Deed[] {
  return [
    deed('ingress', '', DEED_DESCRIPTIONS.useIngressClass, async () => {
      await story.useIngressClass();
      return 'Ingress legacy-dashboard in vaultwarden is of class nginx';
    }),
    deed('beat', 'APP KIND/NAME', DEED_DESCRIPTIONS.heartbeat, async (app, object) => {
      await story.heartbeat(app, object);
      return `${object} of ${app} has a new version and says the same`;
    }),
    deed('edit', 'APP KIND/NAME', DEED_DESCRIPTIONS.editByHand, async (app, object) => {
      await story.editByHand(app, object);
      return `${object} of ${app} says something else`;
    }),
    deed('recreate', 'APP KIND/NAME', DEED_DESCRIPTIONS.recreateByHand, async (app, object) => {
      await story.recreateByHand(app, object);
      return `${object} of ${app} is new, and Argo CD does not track it`;
    }),
    deed('close', 'PROJECT', DEED_DESCRIPTIONS.closeWindow, async (project) => {
      await story.closeWindow(project);
      return `nothing in ${project} may be synced`;
    }),
    deed('open', 'PROJECT', DEED_DESCRIPTIONS.openWindow, async (project) => {
      await story.openWindow(project);
      return `${project} has no sync windows`;
    }),
    deed('plant', 'VALUE', DEED_DESCRIPTIONS.plantSecret, async (value) => {
      await story.plantSecret(value);
      return 'the password stands in Secret gitea-redis-cluster';
    }),
  ];
}

export function deed(
  name: string,
  takes: string,
  description: string,
  perform: (first: string, second: string) => Promise<string>,
): Deed {
  const wanted = takes === '' ? 0 : takes.split(' ').length;
  return {
    name,
    takes,
    description,
    async perform(words) {
      if (words.length !== wanted)
        throw new DeedRefused(`say it like this: ${takes === '' ? name : `${name} ${takes}`}`);
      const [first = '', second = ''] = words;
      try {
        return await perform(first, second);
      } catch (error) {
        // how the story says that it has no such app
        if (error instanceof RangeError) throw new DeedRefused(error.message, { cause: error });
        throw error;
      }
    },
  };
}
