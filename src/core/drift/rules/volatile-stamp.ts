import { foreignWriter } from '../../diff/writers.ts';
import type { Change } from '../../model/change.ts';
import { lastToken, resolve } from '../../model/pointer.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { isSyncedAtThisRevision, labelsOf, listPaths, mayBeNewInGit } from '../subject.ts';
import { rendererFixes } from './render-changes-every-time.ts';

const STAMP_KEY =
  /(^|[-_./])(checksum|config-?hash|hash|digest|sha(1|256)?|timestamp|rollme|roll-?out-?id|updated-?at|generated-?at|created-?at|deployed-?at|build-?(date|time|id)|render(ed)?-?(at|time)|restart(ed)?-?at|date|uuid|nonce|random|release-?time)([-_./]|$)|(Hash|Checksum|Digest|Timestamp|UpdatedAt|GeneratedAt|CreatedAt)$/;
/** A time, an epoch, a UUID, a long hexadecimal number. */
const STAMP =
  /\d{4}-\d{2}-\d{2}(?:[T _-]{1,2}(?:UTC )?\d{2}[:_-]\d{2}(?:[:_-]\d{2})?(?:\.\d+)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?|\b1\d{9}(?:\d{3})?\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b[0-9a-f]{32,}\b/gi;
const MAX_TEXT = 100_000;

/** Both sides hold a stamp of the same form: a time, a hash, a UUID that the chart writes anew at each render. */
export const volatileStamp = resourceRule({
  id: 'volatile-stamp',
  title: 'A stamp that the chart writes anew',
  driftClass: 'nondeterministic',
  needs: ['gitManifest', 'renders', 'earlierChanges'],

  claim(subject) {
    const changes = subject.changes.filter(
      (change) =>
        foreignWriter(change) === undefined &&
        (isStamp(subject, change) || isTemplated(subject, change) || isGeneratedSecret(subject, change)),
    );
    if (changes.length === 0) return undefined;
    return {
      changes,
      owner: 'helm chart render',
      cause: 'stamps written at render time',
      confidence: 'likely',
      evidence: [
        {
          source: 'git',
          says: `${listPaths(changes)} holds a time, hash or id on both sides, and nobody but Argo CD wrote it`,
        },
      ],
      fixes: rendererFixes(
        subject,
        changes.map(({ path }) => path),
      ),
    };
  },
});

const GENERATOR =
  /\{\{[^{}]*?\b(?:rand[A-Z]|gen(?:CA|Self|Signed|Private)|(?:now|uuidv4|lookup|htpasswd|\.Release\.Time)\b)/;

/** The manifest as written in Git calls a function that yields another value each time. */
function isTemplated({ resource }: Subject, { desiredPath, desired, live }: Change): boolean {
  if (desired === undefined || live === undefined) return false;
  const source = resolve(resource.facts.gitManifest ?? {}, desiredPath);
  return typeof source === 'string' && GENERATOR.test(source);
}

/** A chart's Secret differs at a revision that was synced, and nobody but Argo CD wrote it: it was generated anew. */
function isGeneratedSecret(subject: Subject, { path, desired, live, writers }: Change): boolean {
  const { ref, facts, target } = subject.resource;
  if (ref.kind !== 'Secret' || !path.startsWith('/data/') || facts.renders !== undefined) return false;
  const isFromChart =
    subject.app.sources.some(({ chart }) => chart !== undefined) || labelsOf(target)['helm.sh/chart'] !== undefined;
  if (!isFromChart) return false;
  return desired !== undefined && live !== undefined && writers.length > 0 && isSyncedAtThisRevision(subject);
}

/** A stamp that changed along with other fields, while Git is ahead, changed because Git did. */
function isStamp(subject: Subject, { path, desired, live }: Change): boolean {
  if (typeof desired !== 'string' || typeof live !== 'string' || desired === '' || live === '') return false;
  if (
    subject.changes.some((change) => !hasStamps(change) && mayBeNewInGit(subject, change)) ||
    /\/image$/.test(path) ||
    desired.length > MAX_TEXT ||
    live.length > MAX_TEXT
  )
    return false;
  if (hasSameTextButForStamps(desired, live)) return true;
  return (
    /\/(annotations|labels)\/[^/]+$/.test(path) &&
    STAMP_KEY.test(lastToken(path)) &&
    looksGenerated(desired) &&
    looksGenerated(live)
  );
}

function hasStamps({ path, desired, live }: Change): boolean {
  if (typeof desired !== 'string' || typeof live !== 'string') return false;
  return STAMP_KEY.test(lastToken(path)) || hasSameTextButForStamps(desired, live);
}

function hasSameTextButForStamps(a: string, b: string): boolean {
  const [left, right] = [a.replaceAll(STAMP, '#'), b.replaceAll(STAMP, '#')];
  return left === right && left !== a;
}

/** A quarter of what `randAlphaNum 8` draws holds no digit; nearly all of it mixes cases within a word. */
function looksGenerated(value: string): boolean {
  return /^[\w+/=.:-]{4,}$/.test(value) && /\d|[a-z][A-Z]|[A-Z]{2}[a-z]/.test(value);
}
