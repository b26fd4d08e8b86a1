import type { Alert, HealthAlertReason } from '../../../core/digest/alert.ts';
import type { PatternLine } from '../../../core/digest/digest.ts';
import type { InstanceReach, LongNotHealthy } from '../../../core/memory/snapshot.ts';
import { driftClass } from '../../../core/model/drift-class.ts';
import { linesOf } from '../../../core/pattern/lines.ts';
import { causeWords } from '../../../core/scan/health-words.ts';
import { lasted } from '../../../core/words/age.ts';
import { instant } from '../../../core/words/instant.ts';
import { details, diagnose } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { type Part, section } from '../kit/part.ts';
import { clause, lineSpans, namedSpans, sickSpans } from '../kit/phrases.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, lines, say } from '../kit/spans.ts';

/** One live message per subject: it stays, so it tells instants, not ages; at its end it says so and loses its buttons. */
export function renderAlert(alert: Alert): Rendered {
  const { subject, parts } = told(alert);
  if (alert.resolvedAt === undefined) return compose(`${subject}, since ${instant(alert.raisedAt)}.`, parts);
  const period = `from ${instant(alert.raisedAt)} to ${instant(alert.resolvedAt)}`;
  return compose(`Over: ${subject}, ${period}.`, [section(say`✓ ${bold('Over')}: ${subject}, ${period}`)]);
}

/** The line in the thread: what is said there does not change any more. */
export function renderAlertOver(alert: Alert): Rendered {
  const { subject } = told(alert);
  const after = lasted(Date.parse(alert.resolvedAt ?? '') - Date.parse(alert.raisedAt));
  return compose(`Over after ${after}: ${subject}.`, [section(say`✓ ${bold(`Over after ${after}`)}: ${subject}`)]);
}

interface Told {
  /** What is the matter, without a verb in a tense: it is also said when it is over. */
  readonly subject: string;
  readonly parts: readonly Part[];
}

function told(alert: Alert): Told {
  switch (alert.about) {
    case 'pattern':
      return pattern(alert.line);
    case 'health':
      return health(alert.app, alert.why, alert.instance);
    case 'reach':
      return reach(alert.reach);
    default:
      return alert satisfies never;
  }
}

function pattern(line: PatternLine): Told {
  const [only, ...more] = line.names;
  return {
    subject: `${driftClass(line.driftClass).title} in ${only ?? line.instance}${more.length === 0 ? '' : ` and ${line.apps - 1} more`}, ${line.cause}`,
    parts: [
      section(
        lines(
          ...linesOf([line]).map((one) => lineSpans(one, line.instance)),
          line.apps > 1 ? say`in ${namedSpans(line.names, line.apps)}` : say``,
          say`since ${instant(line.firstSeen)}`,
        ),
        details(line.instance, line.id),
      ),
    ],
  };
}

const WHY: Readonly<Record<HealthAlertReason, string>> = {
  crash: 'crashing',
  degraded: 'Degraded',
  threshold: 'not Healthy for long',
};

function health(app: LongNotHealthy, why: HealthAlertReason, instance: string): Told {
  const since =
    app.since === '' ? 'not Healthy' : `not Healthy since ${instant(app.since)}${app.atLeast ? ' at least' : ''}`;
  return {
    subject: `${app.app} (${instance}) ${WHY[why]}, ${causeWords(app)}`,
    parts: [section(sickSpans(app, `${app.app} (${instance})`, since), diagnose(instance, app.key))],
  };
}

function reach({ instance, downSince, lastReached, reason }: InstanceReach): Told {
  const why = reason === undefined || reason === '' ? '' : `: ${clause(reason)}`;
  return {
    subject: `No answer from Argo CD ${instance}`,
    parts: [
      section(
        lines(
          say`⚠ ${bold(`Argo CD ${instance} does not answer`)}, since ${instant(downSince ?? '')}${why}`,
          say`What Plumbline shows of it is as of ${lastReached === undefined ? 'never: it was not reached yet' : instant(lastReached)}.`,
        ),
      ),
    ],
  };
}
