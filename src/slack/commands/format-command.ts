import type { Command } from './command.ts';
import { SLASH_COMMAND } from './registry.ts';
import { quoted } from './words.ts';

/** The text that parses to this command; what buttons carry. */
export function formatCommand(command: Command): string {
  const { instance } = command;
  return [...wordsFor(command).map(quoted), ...(instance === undefined ? [] : ['--instance', quoted(instance)])].join(
    ' ',
  );
}

/** The whole line, for people to type. */
export function commandLine(command: Command): string {
  return `${SLASH_COMMAND} ${formatCommand(command)}`.trim();
}

function wordsFor(command: Command): readonly string[] {
  switch (command.name) {
    case 'overview':
      return [];
    case 'app':
      return ['app', command.app];
    case 'list':
      return ['list', command.select?.by ?? '', command.select?.value ?? '', ...pageWords(command.page)].filter(
        isStated,
      );
    case 'class':
      return ['class', command.id, ...pageWords(command.page)];
    case 'diff':
      return ['diff', command.app, ...(command.resource ? [`${command.resource.kind}/${command.resource.name}`] : [])];
    case 'fix':
      return ['fix', command.app];
    case 'scan':
      return ['scan', ...(command.app === undefined ? [] : [command.app])];
    case 'progressing':
    case 'approvals':
    case 'digest':
    case 'doctor':
    case 'help':
      return [command.name];
    default:
      return command satisfies never;
  }
}

function pageWords(page: number): readonly string[] {
  return page === 1 ? [] : ['--page', String(page)];
}

function isStated(word: string): boolean {
  return word !== '';
}
