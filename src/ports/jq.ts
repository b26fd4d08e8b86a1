import type { Json } from '../core/model/json.ts';
import type { Pointer } from '../core/model/pointer.ts';

/** Evaluates jq path expressions, as Argo CD does for `ignoreDifferences[].jqPathExpressions`. */
export interface Jq {
  /**
   * Pointers of everything the expression selects. An expression that is broken, fails or takes longer than Argo CD
   * allows (1 s) selects nothing, which is what Argo CD makes of it.
   */
  pathsOf(expression: string, document: Json): Promise<readonly Pointer[]>;
}
