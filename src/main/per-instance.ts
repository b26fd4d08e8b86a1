import type { ConnectedInstance } from '../flows/connected-instance.ts';

/** One of each for every instance, by its name. */
export function perInstance<T>(
  instances: readonly ConnectedInstance[],
  make: (instance: ConnectedInstance) => T,
): (name: string) => T {
  const made = new Map(instances.map((instance) => [instance.name, make(instance)]));
  return (name) => {
    const found = made.get(name);
    if (found === undefined) throw new TypeError(`no instance ${name}`);
    return found;
  };
}
