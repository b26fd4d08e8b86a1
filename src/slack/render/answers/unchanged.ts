import type { AppRecord } from '../../../core/memory/app-record.ts';
import { ago } from '../../../core/words/age.ts';
import { compose } from '../kit/compose.ts';
import type { Facts } from '../kit/freshness.ts';
import { note } from '../kit/part.ts';
import { clause } from '../kit/phrases.ts';
import type { Rendered } from '../kit/rendered.ts';
import { code, say } from '../kit/spans.ts';

export interface UnchangedInput {
  readonly record: AppRecord;
  readonly facts: Extract<Facts, 'live'> | { readonly notLive: string };
  readonly now: Date;
}

/** One line below an answer that Slack cannot replace: the live look found the same, or could not be made. */
export function renderUnchanged({ record: { ref, look }, facts, now }: UnchangedInput): Rendered {
  const age = ago(look.at, now);
  if (facts === 'live') {
    return compose(`${ref.name} was looked at live: nothing changed.`, [
      note(say`${code(ref.name, 100)}, live just now: nothing changed since the look ${age} ago.`),
    ]);
  }
  return compose(`${ref.name} could not be looked at live: ${clause(facts.notLive)}.`, [
    note(
      say`⚠ No live answer for ${code(ref.name, 100)}: ${clause(facts.notLive)}. What stands above was seen ${age} ago.`,
    ),
  ]);
}
