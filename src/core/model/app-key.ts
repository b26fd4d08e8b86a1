import type { AppRef } from './observation.ts';

/** `<namespace>/<name>`: an app within its instance. */
export type AppKey = string;

export function appKey({ namespace, name }: Pick<AppRef, 'namespace' | 'name'>): AppKey {
  return `${namespace}/${name}`;
}
