import type { InstanceSource } from '../source.ts';

export const version: InstanceSource<'version'> = ({ argocd, lookout, options }) =>
  lookout.look('the version of Argo CD', () => argocd.version(options));
