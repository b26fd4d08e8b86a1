import { isCrash } from '../../../core/model/not-healthy.ts';
import { podsIn } from '../pods-in.ts';
import type { AppSource } from '../source.ts';

/** The earliest proof there is: Argo CD resets its own time at every flap, a crash-looping pod does not. */
export const notHealthySince: AppSource<'notHealthySince'> = async ({ app }, { tree, now }) => {
  const born = podsIn((await tree()) ?? [], now).flatMap(({ pod, node }) =>
    isCrash(pod.reason) && node.createdAt !== undefined ? [node.createdAt] : [],
  );
  const [at] = [...(app.health.since === undefined ? [] : [app.health.since]), ...born].toSorted();
  return at === undefined ? undefined : { at, atLeast: true };
};
