import { isRenderedAs } from '../../../core/facts/git-manifest.ts';
import type { ResourceSource } from '../source.ts';

export const gitManifest: ResourceSource<'gitManifest'> = async ({ app, ref }, { rendered }) =>
  (await rendered())?.find((manifest) => isRenderedAs(manifest, ref, app));
