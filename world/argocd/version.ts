/** `v3.2.12+abc` is older than 3.4. */
export function isOlderThan(version: string, [major, minor]: readonly [major: number, minor: number]): boolean {
  const [, own = '0', ownMinor = '0'] = /^v?(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(own) === major ? Number(ownMinor) < minor : Number(own) < major;
}
