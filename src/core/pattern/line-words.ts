import { count } from '../words/count.ts';
import type { Line } from './lines.ts';

/** `10 apps`, or the name where there is one. */
export function whereWords({ apps, atLeast, names }: Pick<Line, 'apps' | 'atLeast' | 'names'>): string {
  const [name] = names;
  if (apps === 1 && name !== undefined) return name;
  return `${atLeast ? 'at least ' : ''}${count(apps, 'app')}`;
}

/** `16 ExternalSecrets`, `8 objects`. */
export function sizeWords({ kinds, resources }: Pick<Line, 'kinds' | 'resources'>): string {
  const [kind = ''] = kinds;
  return count(resources, kinds.length > 1 ? 'object' : kind === '' ? 'app' : kind);
}
