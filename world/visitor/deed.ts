/** Something that can be made to happen in the simulated world. */
export interface Deed {
  /** What a visitor types: `crash`. */
  readonly name: string;
  /** What follows the name: `APP`; nothing for some. */
  readonly takes: string;
  readonly description: string;
  /**
   * Resolves, when Argo CD has seen the consequences, to one sentence on what was done.
   * @throws DeedRefused when the words do not fit.
   */
  perform(words: readonly string[]): Promise<string>;
}

/** The visitor asked for what cannot be; the message says what can. */
export class DeedRefused extends Error {
  override readonly name = 'DeedRefused';
}

/** `crash APP`. */
export function usageOf({ name, takes }: Deed): string {
  return takes === '' ? name : `${name} ${takes}`;
}

/** @throws DeedRefused for a name nobody knows. */
export function findDeed(deeds: readonly Deed[], name: string): Deed {
  const found = deeds.find((deed) => deed.name === name.toLowerCase());
  if (found) return found;
  const offered = deeds.map(usageOf).join(', ');
  throw new DeedRefused(
    offered === '' ? 'nothing can be made to happen in this world' : `no deed called ${name}, only: ${offered}`,
  );
}
