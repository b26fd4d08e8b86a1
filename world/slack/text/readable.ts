/** mrkdwn as a reader sees it: links by their label, mentions by name where the text carries one, no escapes. */
export function readable(text: string): string {
  return text
    .replace(/<!date\^[^|>]*\|([^>]*)>/g, '$1')
    .replace(/<!subteam\^([^|>]*)(?:\|([^>]*))?>/g, (_, id: string, label?: string) => label ?? `@${id}`)
    .replace(/<!(here|channel|everyone)(?:\|[^>]*)?>/g, '@$1')
    .replace(
      /<([@#])([^|>]*)(?:\|([^>]*))?>/g,
      (_, sign: string, id: string, label?: string) => `${sign}${label ?? id}`,
    )
    .replace(/<([^|>\s]+)\|([^>]*)>/g, '$2')
    .replace(/<((?:https?|mailto):[^|>\s]+)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
