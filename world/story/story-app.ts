import type { Json, Manifest } from '../../src/core/model/json.ts';

export type Project = 'platform' | 'observability' | 'ai' | 'apps' | 'tenants';

/** One Application of the story and what Git holds for it below `apps/<name>/`. */
export interface StoryApp {
  readonly name: string;
  readonly project: Project;
  readonly namespace: string;
  readonly manifests: readonly Manifest[];
  /** Helm values beside the manifests. */
  readonly values?: Json;
  readonly serverSideApply?: boolean;
  readonly automated?: boolean;
  readonly targetRevision?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ignoreDifferences?: readonly Json[];
}

/*
 * What a chart would fill in at render time. Written into Git as a value with a comment that the renderer knows
 * (argocd/render.ts).
 */
export const RENDER_TIME = '@render-time';
export const RENDER_HASH = '@render-hash';
export const fromValues = (path: string): string => `@values ${path}`;
