import type { AppSource } from '../source.ts';

const TAIL_LINES = 60;

/** From the cluster where it is in reach, which knows the container that ended; else through Argo CD. */
export const logLines: AppSource<'logLines'> = async ({ known }, { argocd, cluster, handle, lookout, options }) => {
  const [{ name = '', namespace = '' } = {}] = known.pods ?? [];
  const what = 'the previous log';
  const direct =
    cluster && (await lookout.look(what, () => cluster.previousLog({ namespace, name }, TAIL_LINES, options)));
  if (direct && direct.length > 0) return direct;
  const query = { pod: name, namespace, previous: true, tailLines: TAIL_LINES };
  return lookout.look(what, () => argocd.logs(handle, query, options));
};
