/** Whether it can be the id of a plan: what comes back from Slack may have been made up on the way. */
export function isPlanId(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);
}
