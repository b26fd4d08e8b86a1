import { podsIn } from '../pods-in.ts';
import type { AppSource } from '../source.ts';

const MOST = 5;

export const pods: AppSource<'pods'> = async (_, { tree, now }) => {
  const nodes = await tree();
  return (
    nodes &&
    podsIn(nodes, now)
      .slice(0, MOST)
      .map(({ pod }) => pod)
  );
};
