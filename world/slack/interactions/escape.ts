import type { Workspace } from '../workspace/make-workspace.ts';

/**
 * What a person typed, as a command with `should_escape` gets it: mentions and links become ids in angle brackets, the
 * three control characters are escaped.
 */
export function escapeTyped({ people, groups, channels }: Workspace, typed: string): string {
  return typed
    .split(/(\s+)/)
    .map((word) => {
      const person = people.find(({ name }) => word === `@${name}`);
      if (person) return `<@${person.id}|${person.name}>`;
      const group = groups.find(({ handle }) => word === `@${handle}`);
      if (group) return `<!subteam^${group.id}|@${group.handle}>`;
      const channel = channels.find(({ name }) => word === `#${name}`);
      if (channel) return `<#${channel.id}|${channel.name}>`;
      return /^https?:\/\//.test(word) ? `<${escapeControl(word)}>` : escapeControl(word);
    })
    .join('');
}

function escapeControl(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function urlsIn(text: string): readonly string[] {
  return text.match(/https?:\/\/[^\s<>|]+/g) ?? [];
}
