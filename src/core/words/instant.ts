/** `2026-11-16 08:00 UTC`: in messages that stay, where an age would grow stale. */
export function instant(time: string): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? 'an unknown time' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
