import type { ArgoCdReader, CallOptions, Settings } from '../../ports/argocd.ts';
import { fetchInstanceFacts } from './fetch-facts.ts';
import { makeLookout } from './look.ts';

/** What is configured once per Argo CD, and the facts about it: asked for once per scan. */
export async function readInstance(
  argocd: Pick<ArgoCdReader, 'settings' | 'version'>,
  options: CallOptions,
): Promise<Settings> {
  const lookout = makeLookout(options.signal);
  const [settings, facts] = await Promise.all([
    argocd.settings(options),
    fetchInstanceFacts({ argocd, lookout, options }),
  ]);
  return { ...settings, ...facts };
}
