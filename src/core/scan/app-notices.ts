import type { AppState } from '../model/observation.ts';
import { SKIP_RECONCILE } from './listed-app.ts';

type Noticed = Partial<Pick<AppState, 'annotations' | 'deletion'>> & {
  readonly conditions: readonly { readonly type: string; readonly message?: string }[];
};

/** Warnings of Argo CD that no difference and no health shows. */
const WARNINGS: Readonly<Record<string, string>> = {
  ExcludedResourceWarning:
    'Git has resources that Argo CD is told to leave out, so it neither applies nor compares them',
  RepeatedResourceWarning: 'Git renders a resource more than once, and one of them is dropped',
};

/** What people must know of an app whatever its status says: an answer without it is no all-clear. */
export function appNotices({ conditions, deletion, annotations = {} }: Noticed): readonly string[] {
  return [
    ...(deletion === undefined ? [] : [deletionWords(deletion)]),
    ...(annotations[SKIP_RECONCILE] === 'true'
      ? [`Argo CD does not compare it: ${SKIP_RECONCILE} is set, so its status is stale`]
      : []),
    ...conditions.flatMap(({ type, message = '' }) => {
      const words = Object.hasOwn(WARNINGS, type) ? WARNINGS[type] : undefined;
      return words === undefined ? [] : [`${type}: ${message === '' ? words : message}`];
    }),
  ];
}

function deletionWords({ since, finalizers }: NonNullable<AppState['deletion']>): string {
  const held = finalizers.length === 0 ? '' : `; held by ${finalizers.join(', ')}`;
  return `it is being deleted since ${since}${held}`;
}
