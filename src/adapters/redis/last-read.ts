/**
 * Reads each generation once. A generation never changes after it was published, so what was read of it can be answered
 * from here until another one is current; whoever asks meanwhile waits for the same reading. What could not be read is
 * asked for again.
 */
export function makeLastRead<T>(
  read: (instance: string, generation: string) => Promise<T | undefined>,
): (instance: string, generation: string) => Promise<T | undefined> {
  const last = new Map<string, { readonly generation: string; readonly value: Promise<T | undefined> }>();
  return (instance, generation) => {
    const known = last.get(instance);
    if (known?.generation === generation) return known.value;
    const entry = { generation, value: read(instance, generation) };
    last.set(instance, entry);
    const forget = (): void => {
      if (last.get(instance) === entry) last.delete(instance);
    };
    entry.value.then((value) => value === undefined && forget(), forget);
    return entry.value;
  };
}
