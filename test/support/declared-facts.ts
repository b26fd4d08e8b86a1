import type { AppSubject, DriftRule } from '../../src/core/drift/rule.ts';
import { FACTS } from '../../src/core/facts/registry.ts';

const IDS: ReadonlySet<PropertyKey> = new Set(FACTS.map(({ id }) => id));

/** The subject as the rule may see it: reading a fact that its `needs` leaves out is an error. */
export function withDeclaredFactsOnly<S extends AppSubject>({ id, needs }: DriftRule, subject: S): S {
  const declared: ReadonlySet<PropertyKey> = new Set(needs);
  const guard = <T extends object>(known: T): T =>
    new Proxy(known, {
      get(target, key, receiver) {
        if (IDS.has(key) && !declared.has(key))
          throw new Error(`${id} reads the fact ${String(key)} and does not name it in its needs`);
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
  const { instance, runtime } = subject;
  const guarded = { ...subject, instance: guard(instance), runtime: guard(runtime) };
  if (!('resource' in guarded)) return guarded;
  const { resource } = guarded as S & { readonly resource: { readonly facts: object } };
  return { ...guarded, resource: { ...resource, facts: guard(resource.facts) } };
}
