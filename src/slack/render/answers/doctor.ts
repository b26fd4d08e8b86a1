import { ago } from '../../../core/words/age.ts';
import { count } from '../../../core/words/count.ts';
import type { Check } from '../../../flows/doctor/check.ts';
import { refresh, share } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { buttons, note, type Part, section } from '../kit/part.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, code, joined, lines, type Spans, say } from '../kit/spans.ts';

export interface DoctorInput {
  readonly checks: readonly Check[];
  readonly checkedAt: string;
  readonly now: Date;
}

const LONGEST_ASIDE = 45;

/** Every dependency and permission: what fails first, each with the line that repairs it. */
export function renderDoctor({ checks, checkedAt, now }: DoctorInput): Rendered {
  const failed = checks.filter(({ ok }) => !ok);
  const notes = checks.filter(({ ok, isNote }) => ok && isNote);
  const fine = checks.filter(({ ok, isNote }) => ok && !isNote);
  const head = headline(checks, failed.length);
  const parts: readonly Part[] = [
    section(say`${bold(head)}`),
    note(say`checked ${ago(checkedAt, now)} ago`),
    {
      type: 'fold',
      items: failed.map((check) => [section(checkSpans('✗', check))]),
      more: (shown, of) => say`Showing ${shown} of ${of} failed checks. Repair these first, then ask again.`,
    },
    {
      type: 'fold',
      items: notes.map((check) => [section(checkSpans('•', check))]),
      more: (shown, of) => say`Showing ${shown} of ${of} notes; ${code('plumbline doctor')} has them all.`,
    },
    {
      type: 'fold',
      items: [...Map.groupBy(fine, ({ instance }) => instance)].map(([instance, own]) => [
        section(fineSpans(instance, own)),
      ]),
      more: (shown, of) => say`What is fine is shown for ${shown} of ${of}.`,
    },
    buttons(refresh({ name: 'doctor' }), share({ name: 'doctor' })),
  ];
  return compose(`Doctor: ${head}.`, parts);
}

/** Claims no more than was looked at. */
function headline(checks: readonly Check[], failed: number): string {
  if (failed > 0) return `${failed} of ${count(checks.length, 'check')} failed`;
  const looked = checks.filter(({ isNote }) => !isNote);
  const names = [...new Set(looked.map(({ instance }) => instance))];
  const who = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
  return `${who} ${names.length === 1 ? 'is' : 'are'} fine: ${count(looked.length, 'check')} passed`;
}

function checkSpans(mark: string, { instance, name, says, repair }: Check): Spans {
  return lines(
    say`${bold(mark)} ${instance}: ${bold(name)}: ${says}`,
    repair === '' ? say`` : say`→ ${code(repair, 600)}`,
  );
}

/** What is fine is named, with what there is to say of it where that is short; the checks of one area are counted. */
function fineSpans(instance: string, fine: readonly Check[]): Spans {
  const areas = Map.groupBy(fine, ({ name }) => name.split(': ', 1)[0] ?? name);
  const named = [...areas].flatMap(([area, checks]) =>
    checks.length > 1 ? [say`${area} (${count(checks.length, 'check')})`] : checks.map(aside),
  );
  return say`✓ ${bold(instance)}: ${joined(named, ', ')}`;
}

function aside({ name, says }: Check): Spans {
  return says === '' || says.length > LONGEST_ASIDE ? say`${name}` : say`${name} (${says})`;
}
