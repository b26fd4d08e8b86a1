import type { Observation } from '../../core/facts/observation.ts';
import { proofWords } from '../../core/fix/fix-words.ts';
import type { Change } from '../../core/model/change.ts';
import { type DriftClass, driftClass } from '../../core/model/drift-class.ts';
import type { Finding } from '../../core/model/finding.ts';
import type { Fix } from '../../core/model/fix.ts';
import type { Json } from '../../core/model/json.ts';
import { kindAndName } from '../../core/model/resource-ref.ts';
import { shortId } from '../../core/pattern/identity.ts';
import { lineKeyOf } from '../../core/pattern/lines.ts';
import { appNotices } from '../../core/scan/app-notices.ts';
import { valueWords } from '../../core/words/value.ts';
import { type Painter, plain } from './paint.ts';

interface Explained {
  readonly id: string;
  readonly observation: Observation;
  readonly findings: readonly Finding[];
}

const MAX_CHANGES = 12;
const MAX_VALUE = 100;

/** One case for a person: what leads first, path before values, every fix with what it closes and hides. */
export function renderCase({ id, observation, findings }: Explained, paint: Painter): string {
  const { app, resources } = observation;
  const names = resources.map(({ ref }) => `${kindAndName(ref)}${ref.namespace === '' ? '' : ` in ${ref.namespace}`}`);
  const isOne = names.length <= 1;
  const title = [id, app.ref.name, ...(isOne ? names : [`${names.length} resources`])]
    .filter((part) => part !== '')
    .map(plain);
  const status = `${app.sync.status || 'sync unknown'}, ${app.health.status || 'health unknown'}`;
  const head = `${paint('bold', title.join(' · '))}  ${paint('dim', status)}`;
  const notices = appNotices(app)
    .map((says) => `  ${paint('yellow', plain(says))}\n`)
    .join('');
  const unchecked = observation.notObserved.map((says) => `  ${paint('yellow', `couldn’t check: ${plain(says)}`)}\n`);
  if (findings.length === 0) return `${head}\n${notices}  ${nothingWords(observation)}\n${unchecked.join('')}\n`;
  const groups = [...Map.groupBy(findings, lineKeyOf).values()];
  return `${head}\n${notices}${groups.map((group) => renderGroup(group, isOne, paint)).join('\n')}${unchecked.join('')}\n`;
}

/** Finding nothing is an all-clear only where everything was checked and Argo CD itself says Synced and Healthy. */
function nothingWords({ app, comparisonUnread, notObserved }: Observation): string {
  const { sync, health } = app;
  const isQuiet = (status: string, word: string): boolean => status === word || status === '';
  if (comparisonUnread) return 'what differs is not known';
  if (notObserved.length > 0) return 'nothing was found in what was checked';
  if (appNotices(app).length > 0) return 'nothing else was found';
  return isQuiet(sync.status, 'Synced') && isQuiet(health.status, 'Healthy')
    ? 'nothing to report'
    : 'nothing was found that explains this';
}

const MAX_NAMES = 12;

/** Findings of one pattern differ only in the object: the first one whole, the others by name. */
function renderGroup([first, ...others]: readonly Finding[], isOne: boolean, paint: Painter): string {
  if (!first) return '';
  const named = (finding: Finding): string => (finding.resource ? kindAndName(finding.resource) : '');
  const where = isOne || !first.resource ? '' : `  ${paint('bold', plain(named(first)))}\n`;
  const rest = others.slice(0, MAX_NAMES).map(named).join(', ');
  const more = others.length > MAX_NAMES ? ` and ${others.length - MAX_NAMES} more` : '';
  return `${where}${renderFinding(first, paint)}${others.length === 0 ? '' : `    ${paint('bold', `the same in ${plain(rest)}${more}`)}\n`}`;
}

function renderFinding(finding: Finding, paint: Painter): string {
  const { letter, title, severity } = driftClass(finding.driftClass);
  const colour = severity === 'critical' ? 'red' : severity === 'noise' ? 'cyan' : 'yellow';
  const badge = paint([colour, 'bold'], `${letter === '' ? '●' : letter} ${title}`);
  const facts = [
    finding.driftClass,
    finding.confidence,
    ...(finding.owner === '' ? [] : [`by ${finding.owner}`]),
    shortId(finding.id, finding.driftClass),
  ];
  const lines = [
    `  ${badge}  ${paint('dim', plain(facts.join(' · ')))}`,
    ...renderChanges(finding.changes, paint),
    // what could not be checked is said once, below all findings
    ...finding.evidence
      .filter(({ source }) => source !== 'not-observed')
      .map(({ source, says }) => `      ${paint('dim', source.padEnd(14))} ${indented(says, 21)}`),
    ...finding.fixes.flatMap((fix, index) => renderFix(fix, index, paint)),
    ...renderOwnership(finding, paint),
  ];
  return `${lines.join('\n')}\n`;
}

function renderChanges(changes: readonly Change[], paint: Painter): readonly string[] {
  const shown = changes.slice(0, MAX_CHANGES).map(({ path, desired, live }) => {
    const where = path === '' ? '(the whole object)' : path;
    if (path === '')
      return `    ${paint('bold', where)}  ${live === undefined ? 'only in Git' : 'only in the cluster'}`;
    return `    ${paint('bold', plain(where))}  Git ${valueText(desired)}  live ${valueText(live)}`;
  });
  const rest = changes.length - MAX_CHANGES;
  return rest > 0 ? [...shown, paint('dim', `    showing ${MAX_CHANGES} of ${changes.length}`)] : shown;
}

function valueText(value: Json | undefined): string {
  return plain(valueWords(value, MAX_VALUE));
}

function renderFix(fix: Fix, index: number, paint: Painter): readonly string[] {
  const { kind, detail, hides } = fix;
  const proof = proofWords(fix);
  return [
    `    ${paint('green', `fix ${index + 1}  ${kind}`)}${proof === '' ? '' : `  ${paint('dim', proof)}`}`,
    `        ${indented(detail, 8)}`,
    ...(hides === '' ? [] : [`        ${paint('dim', `hides ${plain(hides)}`)}`]),
  ];
}

const ASKS_OWNERSHIP: ReadonlySet<DriftClass> = new Set([
  'mutated',
  'nondeterministic',
  'schema-default',
  'manual-change',
  'normalization',
  'explicit-default',
]);

/** Before a field may be ignored, six questions want an answer. */
function renderOwnership({ driftClass: id, ownership }: Finding, paint: Painter): readonly string[] {
  if (!ASKS_OWNERSHIP.has(id)) return [];
  return ownership.map(({ question, answer }) => `    ${paint('dim', question)} ${plain(answer)}`);
}

function indented(text: string, width: number): string {
  return plain(text)
    .split('\n')
    .join(`\n${' '.repeat(width)}`);
}
