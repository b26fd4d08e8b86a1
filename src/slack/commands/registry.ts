import { defined } from '../../core/model/defined.ts';
import type { Command, CommandName, Selection } from './command.ts';
import { isResourceName, resourceOf } from './names.ts';

/** What follows the command's name; options such as `--page` are taken out beforehand. */
interface Arguments {
  readonly words: readonly string[];
  readonly page: number;
}

/** One command of this release: parsing, help and the manifest are made from this. */
export interface CommandEntry {
  readonly name: CommandName;
  /** What follows `/drift`. */
  readonly usage: string;
  readonly summary: string;
  /** A whole line to type. */
  readonly example: string;
  /** undefined: the words are not what `usage` says. */
  readonly parse: (args: Arguments) => Command | undefined;
}

export const SLASH_COMMAND = '/drift';

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'overview',
    usage: '',
    summary: 'What drifts and what is broken underneath, worst first.',
    example: '/drift',
    parse: alone('overview'),
  },
  {
    name: 'app',
    usage: 'app NAME',
    summary: 'One app: why it is out of sync or not healthy, and what to change. The name alone is enough.',
    example: '/drift app gitea',
    parse: ({ words: [app = '', ...rest] }) =>
      isResourceName(app) && rest.length === 0 ? { name: 'app', app: app.toLowerCase() } : undefined,
  },
  {
    name: 'list',
    usage: 'list [project|kind|class]',
    summary: 'Every drifting resource, one row each; of one project, kind or class if you name it.',
    example: '/drift list ExternalSecret',
    parse: ({ words, page }) => {
      const select = selectionOf(words);
      return select && { name: 'list', page, ...(Object.keys(select).length === 0 ? {} : { select }) };
    },
  },
  {
    name: 'class',
    usage: 'class ID',
    summary:
      'Every finding of a class or pattern, with its one fix. A letter, a class, a pattern or the short id beside it.',
    example: '/drift class A',
    parse: ({ words: [id = '', ...rest], page }) =>
      /^[\w.-]{1,80}$/.test(id) && rest.length === 0 ? { name: 'class', id, page } : undefined,
  },
  {
    name: 'progressing',
    usage: 'progressing',
    summary: 'Apps that have not been Healthy for long: since when, why, and what changed just before.',
    example: '/drift progressing',
    parse: alone('progressing'),
  },
  {
    name: 'diff',
    usage: 'diff APP [KIND/NAME]',
    summary: 'The field diff of an app or of one of its resources, path first.',
    example: '/drift diff gitea Service/gitea-redis-cluster',
    parse: ({ words: [app = '', resource, ...rest] }) => {
      if (!isResourceName(app) || rest.length > 0) return undefined;
      if (resource === undefined) return { name: 'diff', app: app.toLowerCase() };
      const named = resourceOf(resource);
      return named && { name: 'diff', app: app.toLowerCase(), resource: named };
    },
  },
  {
    name: 'fix',
    usage: 'fix APP',
    summary: 'What can be done about an app in its cluster, for somebody to request and others to approve.',
    example: '/drift fix infisical',
    parse: ({ words: [app = '', ...rest] }) =>
      isResourceName(app) && rest.length === 0 ? { name: 'fix', app: app.toLowerCase() } : undefined,
  },
  {
    name: 'approvals',
    usage: 'approvals',
    summary: 'What waits for whom, what runs, and what can still be restored.',
    example: '/drift approvals',
    parse: alone('approvals'),
  },
  {
    name: 'scan',
    usage: 'scan [APP]',
    summary: 'A fresh scan of everything, or of one app.',
    example: '/drift scan gitea',
    parse: ({ words: [app, ...rest] }) => {
      if (app === undefined) return { name: 'scan' };
      return isResourceName(app) && rest.length === 0 ? { name: 'scan', app: app.toLowerCase() } : undefined;
    },
  },
  {
    name: 'digest',
    usage: 'digest',
    summary: 'A preview of today’s digest of this channel.',
    example: '/drift digest',
    parse: alone('digest'),
  },
  {
    name: 'doctor',
    usage: 'doctor',
    summary: 'Checks every dependency and permission; each failure comes with the line that repairs it.',
    example: '/drift doctor',
    parse: alone('doctor'),
  },
  {
    name: 'help',
    usage: 'help',
    summary: 'This list.',
    example: '/drift help',
    parse: alone('help'),
  },
];

type Bare = Extract<
  Command,
  { readonly name: 'overview' | 'progressing' | 'approvals' | 'digest' | 'doctor' | 'help' }
>['name'];

function alone(name: Bare): CommandEntry['parse'] {
  return ({ words }) => (words.length === 0 ? { name } : undefined);
}

const SELECTORS = ['project', 'kind', 'class'] as const;

function selectionOf(words: readonly string[]): Selection | undefined {
  const [first, second, ...rest] = words;
  if (first === undefined) return {};
  const by = SELECTORS.find((selector) => selector === first.toLowerCase());
  if (rest.length > 0 || (by === undefined && second !== undefined)) return undefined;
  const value = by === undefined ? first : second;
  if (value !== undefined && !/^[\w./-]{1,253}$/.test(value)) return undefined;
  return { ...defined({ by, value }) };
}

/** `usage_hint` of the manifest: what Slack shows while someone types. */
export function usageHint(): string {
  return COMMANDS.flatMap(({ usage }) => (usage === '' ? [] : [usage])).join(' | ');
}

export function entryOf(name: CommandName): CommandEntry {
  const entry = COMMANDS.find((candidate) => candidate.name === name);
  if (!entry) throw new TypeError(`no command ${name} in the registry`);
  return entry;
}
