import type { ResourceSource } from '../source.ts';

export const otherApps: ResourceSource<'otherApps'> = async ({ app, ref }, { otherAppsOf }) => otherAppsOf(app, ref);
