import type { AppRef } from '../model/observation.ts';
import type { ResourceRef } from '../model/resource-ref.ts';

/** Health of one app before the first step: what later looks are compared with. */
export interface AppHealth {
  readonly app: AppRef;
  readonly status: string;
  /** Without the plan's own objects: an object that is being deleted counts as Progressing (PITFALLS 21). */
  readonly resources: readonly { readonly ref: ResourceRef; readonly status: string }[];
}
