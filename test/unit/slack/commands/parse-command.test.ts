import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../src/slack/commands/command.ts';
import { commandLine, formatCommand } from '../../../../src/slack/commands/format-command.ts';
import { parseCommand } from '../../../../src/slack/commands/parse-command.ts';
import { COMMANDS, usageHint } from '../../../../src/slack/commands/registry.ts';

const UNDERSTOOD: readonly (readonly [text: string, command: Command])[] = [
  ['', { name: 'overview' }],
  ['   \t  ', { name: 'overview' }],
  ['overview', { name: 'overview' }],
  ['app gitea', { name: 'app', app: 'gitea' }],
  ['gitea', { name: 'app', app: 'gitea' }],
  ['  Gitea  ', { name: 'app', app: 'gitea' }],
  ['`gitea`', { name: 'app', app: 'gitea' }],
  ['“gitea”', { name: 'app', app: 'gitea' }],
  ["app 'gitea'", { name: 'app', app: 'gitea' }],
  ['app argocd/gitea', { name: 'app', app: 'argocd/gitea' }],
  ['app <http://gitea.example.com|gitea.example.com>', { name: 'app', app: 'gitea.example.com' }],
  ['<#C024BE7LR|gitea>', { name: 'app', app: 'gitea' }],
  ['app list', { name: 'app', app: 'list' }],
  ['<!channel>', { name: 'app', app: 'channel' }],
  ['APP gitea', { name: 'app', app: 'gitea' }],
  ['list', { name: 'list', page: 1 }],
  ['list platform', { name: 'list', page: 1, select: { value: 'platform' } }],
  ['list project', { name: 'list', page: 1, select: { by: 'project' } }],
  ['list kind ExternalSecret --page 3', { name: 'list', page: 3, select: { by: 'kind', value: 'ExternalSecret' } }],
  [
    'list external-secrets.io/ExternalSecret',
    { name: 'list', page: 1, select: { value: 'external-secrets.io/ExternalSecret' } },
  ],
  ['class A', { name: 'class', id: 'A', page: 1 }],
  ['class schema-default', { name: 'class', id: 'schema-default', page: 1 }],
  ['class A-3f2c', { name: 'class', id: 'A-3f2c', page: 1 }],
  ['progressing', { name: 'progressing' }],
  ['diff gitea', { name: 'diff', app: 'gitea' }],
  [
    'diff gitea Service/gitea-redis',
    { name: 'diff', app: 'gitea', resource: { kind: 'Service', name: 'gitea-redis' } },
  ],
  ['diff x ClusterRole/system:x', { name: 'diff', app: 'x', resource: { kind: 'ClusterRole', name: 'system:x' } }],
  ['fix infisical', { name: 'fix', app: 'infisical' }],
  ['@prod Fix argocd/Infisical', { name: 'fix', app: 'argocd/infisical', instance: 'prod' }],
  ['approvals', { name: 'approvals' }],
  ['aprovals', { name: 'app', app: 'aprovals', didYouMean: 'approvals' }],
  ['scan', { name: 'scan' }],
  ['scan gitea', { name: 'scan', app: 'gitea' }],
  ['digest', { name: 'digest' }],
  ['doctor', { name: 'doctor' }],
  ['help', { name: 'help' }],
  ['--help', { name: 'help' }],
  ['?', { name: 'help' }],
  ['@prod', { name: 'overview', instance: 'prod' }],
  ['@prod app gitea', { name: 'app', app: 'gitea', instance: 'prod' }],
  ['<@U024|prod> gitea', { name: 'app', app: 'gitea', instance: 'prod' }],
  ['gitea --instance prod', { name: 'app', app: 'gitea', instance: 'prod' }],
  ['--instance=prod gitea', { name: 'app', app: 'gitea', instance: 'prod' }],
  ['gitea —instance prod', { name: 'app', app: 'gitea', instance: 'prod' }],
  ['progresing', { name: 'app', app: 'progresing', didYouMean: 'progressing' }],
  ['halp', { name: 'app', app: 'halp', didYouMean: 'help' }],
  ['dif', { name: 'app', app: 'dif', didYouMean: 'diff' }],
];

const MISUNDERSTOOD: readonly (readonly [text: string, problem: RegExp, didYouMean: string | undefined])[] = [
  ['app', /takes more than that: \/drift app NAME/, undefined],
  ['class', /\/drift class ID/, undefined],
  ['app gitea please', /“gitea please” is not what it takes: \/drift app NAME/, undefined],
  ['fix', /takes more than that: \/drift fix APP/, undefined],
  ['fix infisical now', /“infisical now” is not what it takes: \/drift fix APP/, undefined],
  ['approvals mine', /\/drift approvals/, undefined],
  ['progressing now', /\/drift progressing/, undefined],
  ['diff gitea Service', /“gitea Service” is not what it takes/, undefined],
  ['dif gitea', /I do not know “dif”/, '/drift diff gitea'],
  ['lsit "two words"', /“lsit”/, '/drift list "two words"'],
  ['what is wrong with gitea', /I do not know “what”/, undefined],
  ['🔥', /I do not know “🔥”/, undefined],
  ["'; DROP TABLE apps; --", /I do not/, undefined],
  ['Robert"); DROP TABLE Students', /I do not/, undefined],
  ['gitea --force yes', /I do not understand “--force yes”/, undefined],
  ['list --page -1', /I do not understand “--page -1”/, undefined],
  ['list --page', /I do not understand “--page”/, undefined],
  ['../../etc/passwd', /I do not know/, undefined],
  ['x'.repeat(400), /I do not know “x+ … x+”/, undefined],
  ['x '.repeat(1500), /2999 characters/, undefined],
];

describe('what people type', () => {
  it.each(UNDERSTOOD)('%s', (text, command) => {
    expect(parseCommand(text)).toEqual({ command });
  });

  it.each(MISUNDERSTOOD)('%s is not understood', (text, problem, didYouMean) => {
    const parsed = parseCommand(text);
    const answer = 'misunderstood' in parsed ? parsed.misunderstood : undefined;
    expect(answer?.problem).toMatch(problem);
    expect(answer?.problem.length).toBeLessThan(160);
    expect(answer?.didYouMean).toBe(didYouMean);
    expect(answer?.example).toMatch(/^\/drift \w/);
  });

  it('anything at all gets an answer', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => parseCommand(text) !== undefined));
  });
});

describe('what buttons carry', () => {
  it.each(UNDERSTOOD.filter(([, command]) => !('didYouMean' in command)))('%s comes back', (_, command) => {
    expect(parseCommand(formatCommand(command))).toEqual({ command });
  });

  it('reads as a line to type', () => {
    expect(commandLine({ name: 'overview' })).toBe('/drift');
    expect(commandLine({ name: 'list', page: 2, instance: 'prod' })).toBe('/drift list --page 2 --instance prod');
  });
});

describe('the registry', () => {
  it.each(COMMANDS)('the example of $name is understood as $name', ({ name, example }) => {
    expect(parseCommand(example.replace(/^\/drift/, ''))).toMatchObject({ command: { name } });
  });

  it('hints at every command but the empty one', () => {
    expect(usageHint()).toBe(
      'app NAME | list [project|kind|class] | class ID | progressing | diff APP [KIND/NAME] | fix APP | approvals | scan [APP] | digest | doctor | help',
    );
  });
});
