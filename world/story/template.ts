import { isList, isObject, type Json, type Manifest } from '../../src/core/model/json.ts';
import { filesFor } from './git-content.ts';
import { keepTemplate, keptTemplate, type Template } from './kept-template.ts';
import { makeStoryClock } from './story-clock.ts';
import { type Installed, install } from './story-cluster.ts';

/* An installation takes hundreds of writes, so a process makes one, at a moment and from a repository that are nobody's. */

/** No date of the story's own is near. */
const NOBODYS_DAY = Date.parse('9000-01-01T00:00:00Z');
const NOBODYS_REPOSITORY = 'file:///nobodys-repository.git';
const DATE = /^(?:8999|9000)-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

let made: Template | undefined;

function template(): Template {
  made ??= keptTemplate() ?? makeTemplate();
  return made;
}

function makeTemplate(): Template {
  const files = filesFor(NOBODYS_REPOSITORY);
  const clock = makeStoryClock({ now: () => new Date(NOBODYS_DAY) });
  return keepTemplate({ files, ...install(clock, NOBODYS_REPOSITORY, files) });
}

/** What Git holds when the story begins. */
export function storyFiles(repoUrl: string): ReadonlyMap<string, string> {
  return new Map([...template().files].map(([file, text]) => [file, text.replaceAll(NOBODYS_REPOSITORY, repoUrl)]));
}

/** The same as `install`, from the installation that this process has made already. */
export function installedAt(now: Date, repoUrl: string): Installed {
  const { state, applied } = template();
  const ahead = Math.floor(now.getTime() / 1000) * 1000 - NOBODYS_DAY;
  const dates = new Map<string, string>();
  const text = (value: string): string => {
    if (!DATE.test(value)) return value.replaceAll(NOBODYS_REPOSITORY, repoUrl);
    const known = dates.get(value) ?? new Date(Date.parse(value) + ahead).toISOString().replace('.000Z', 'Z');
    dates.set(value, known);
    return known;
  };
  return {
    state: {
      ...state,
      objects: state.objects.map(({ key, object }) => ({ key, object: retoldObject(object, text) })),
    },
    applied,
  };
}

/** The value with each of its texts retold; what stays as it is is shared. */
function retold(value: Json, text: (value: string) => string): Json {
  if (typeof value === 'string') return text(value);
  if (isObject(value)) return retoldObject(value, text);
  if (!isList(value)) return value;
  const items = value.map((item) => retold(item, text));
  return items.every((item, index) => item === value[index]) ? value : items;
}

function retoldObject(object: Manifest, text: (value: string) => string): Manifest {
  const entries = Object.entries(object).map(([key, item]) => [key, retold(item, text)] as const);
  return entries.every(([key, item]) => item === object[key]) ? object : Object.fromEntries(entries);
}
