import type { Comparison } from '../compare/compare.ts';
import type { ResourceObservation } from '../facts/observation.ts';
import type { Change } from '../model/change.ts';
import { directionOf, type Fix, type FixDraft } from '../model/fix.ts';
import type { Json } from '../model/json.ts';
import type { AppState } from '../model/observation.ts';
import { isWithin } from '../model/pointer.ts';
import { kindAndName } from '../model/resource-ref.ts';
import { ignoreRuleFor } from './ignore.ts';
import { prove } from './prove.ts';
import { type Placed, snippetOf } from './snippet.ts';
import { yamlText } from './yaml-text.ts';

export interface FixContext {
  readonly app: AppState;
  /** Absent: the finding is about the app as a whole, and nothing can be proven on an object. */
  readonly resource: ResourceObservation | undefined;
  readonly comparison: Comparison | undefined;
  readonly changes: readonly Change[];
}

/** A draft made concrete and proven. */
export function makeFix(draft: FixDraft, context: FixContext): Fix {
  const { app, resource, comparison, changes } = context;
  return {
    kind: draft.kind,
    direction: directionOf(draft.kind),
    detail: detailOf(draft, context),
    paths: draft.paths,
    closes: resource && comparison ? prove(draft, changes, { app, resource }, comparison) : null,
    hides: hiddenBy(draft, context),
  };
}

function detailOf(draft: FixDraft, context: FixContext): string {
  const lines = concreteLines(draft, context);
  return [draft.detail ?? DEFAULT_DETAIL[draft.kind] ?? '', lines].filter((part) => part !== '').join('\n');
}

const DEFAULT_DETAIL: Partial<Record<Fix['kind'], string>> = {
  'pin-in-git': 'state in Git what the API server fills in:',
  'drop-from-git': 'drop it from Git',
  'ignore-narrow': 'ignore exactly these fields of this object:',
  'server-side-diff':
    'compare with the API server’s own answer: annotate the Application argocd.argoproj.io/compare-options: ServerSideDiff=true',
  'fix-manifest': 'correct the manifest in Git',
  'fix-template': 'correct the template or its values',
  'fix-source': 'correct the source of the application',
  'inspect-logs': 'look underneath: pods, events, logs',
  'upgrade-argocd': 'upgrade Argo CD',
  'revert-live': 'set live back to what Git says',
  sync: 'sync this resource from Git',
  'dedupe-owner': 'let one owner keep the object',
  'hook-delete-policy': 'set a hook delete policy',
};

/** Longer than this and a person wants the file, not the message. */
const MAX_LINES = 60;

function concreteLines({ kind, paths }: FixDraft, { resource, changes }: FixContext): string {
  if (!resource || paths.includes('') || paths.length === 0) return '';
  const document: Json = resource.live ?? resource.target ?? {};
  if (kind === 'ignore-narrow') {
    const rule = ignoreRuleFor(resource.ref, paths, document);
    return yamlText({ ignoreDifferences: [rule as unknown as Json] });
  }
  const touched = changes.filter(({ path }) => paths.some((fixed) => isWithin(path, fixed)));
  if (kind === 'pin-in-git' || (kind === 'fix-manifest' && touched.every(({ sameMeaning }) => sameMeaning))) {
    return snippet(
      touched.flatMap(({ path, live }) => (live === undefined ? [] : [{ path, value: live }])),
      document,
    );
  }
  if (kind === 'drop-from-git') {
    return snippet(
      touched.flatMap(({ desiredPath, desired }) =>
        desired === undefined ? [] : [{ path: desiredPath, value: desired }],
      ),
      resource.target ?? {},
    );
  }
  return '';
}

function snippet(fields: readonly Placed[], document: Json): string {
  if (fields.length === 0) return '';
  const lines = yamlText(snippetOf(fields, document)).split('\n');
  return lines.length > MAX_LINES
    ? [...lines.slice(0, MAX_LINES), `# … and ${lines.length - MAX_LINES} lines more`].join('\n')
    : lines.join('\n');
}

/** What is not reported any more once the fix is in place. */
function hiddenBy({ kind, paths }: FixDraft, { resource }: FixContext): string {
  if (!resource) return '';
  const object = kindAndName(resource.ref);
  if (kind === 'ignore-narrow') {
    if (paths.includes('')) return `whether ${object} is still there or gone`;
    return `every later change of ${paths.slice(0, 4).join(', ')}${paths.length > 4 ? ` and ${paths.length - 4} more` : ''} in ${object}, by anyone`;
  }
  if (kind === 'server-side-diff') return 'what mutating webhooks change when Argo CD writes';
  return '';
}
