import { ago } from '../../core/words/age.ts';
import { count } from '../../core/words/count.ts';
import type { Check } from '../../flows/doctor.ts';
import { refresh, share } from './answer-buttons.ts';
import { compose } from './compose.ts';
import { clipped } from './escape.ts';
import { buttons, note, type Part, section } from './part.ts';
import type { Rendered } from './rendered.ts';
import { bold, code, joined, lines, type Spans, say } from './spans.ts';

export interface DoctorInput {
  readonly checks: readonly Check[];
  readonly checkedAt: string;
  readonly now: Date;
}

/** Every dependency and permission: what fails first, each with the line that repairs it. */
export function renderDoctor({ checks, checkedAt, now }: DoctorInput): Rendered {
  const failed = checks.filter(({ ok }) => !ok);
  const fine = checks.filter(({ ok }) => ok);
  const head =
    failed.length === 0
      ? `Argo CD and its clusters are fine: ${count(checks.length, 'check')} passed`
      : `${failed.length} of ${count(checks.length, 'check')} failed`;
  const parts: readonly Part[] = [
    section(say`${bold(head)}`),
    note(say`checked ${ago(checkedAt, now)} ago`),
    {
      type: 'fold',
      items: failed.map((check) => [section(failedSpans(check))]),
      more: (shown, of) => say`Showing ${shown} of ${of} failed checks. Repair these first, then ask again.`,
    },
    section(fineSpans(fine)),
    buttons(refresh({ name: 'doctor' }), share({ name: 'doctor' })),
  ];
  return compose(`Doctor: ${head}.`, parts);
}

function failedSpans({ instance, name, says, repair }: Check): Spans {
  return lines(
    say`${bold('✗')} ${instance}: ${bold(name)}: ${says}`,
    repair === '' ? say`` : say`→ ${code(repair, 600)}`,
  );
}

/** By instance, because a check is the same in each. */
function fineSpans(fine: readonly Check[]): Spans {
  const instances = Map.groupBy(fine, ({ instance }) => instance);
  return lines(
    ...[...instances].map(
      ([instance, checks]) =>
        say`✓ ${instance}: ${joined(
          checks.map(({ name, says }) => (says === '' ? say`${name}` : say`${name} (${clipped(says, 120)})`)),
          ', ',
        )}`,
    ),
  );
}
