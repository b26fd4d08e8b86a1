import { podsIn } from '../pods-in.ts';
import type { AppSource } from '../source.ts';

export const events: AppSource<'events'> = async (
  { app },
  { tree, now, argocd, cluster, handle, lookout, options },
) => {
  const [worst] = podsIn((await tree()) ?? [], now);
  if (worst) {
    const { namespace, name, uid } = worst.node;
    const found = await lookout.look('events', () => argocd.events(handle, { namespace, name, uid }, options));
    return found?.filter(({ type }) => type !== 'Normal');
  }
  const { namespace } = app.destination;
  return cluster && namespace
    ? await lookout.look('events', () => cluster.warningEvents(namespace, options))
    : undefined;
};
