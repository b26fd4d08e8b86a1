import type { PatternLine } from '../../../core/digest/digest.ts';
import type { LongNotHealthy } from '../../../core/memory/snapshot.ts';
import { byWeight, type Line, linesOf } from '../../../core/pattern/lines.ts';
import { details } from '../kit/answer-buttons.ts';
import { type CanFix, fixButton, fixButtonOfMany, NOTHING_CAN_BE_FIXED } from '../kit/fix-button.ts';
import { buttons, type SimplePart, section } from '../kit/part.ts';
import { lineSpans } from '../kit/phrases.ts';

/**
 * Patterns as lines, each instance by itself, because apps of the same name in two of them are two apps. Health is told app
 * by app above; what is told there is not told again.
 */
export function patternLines(
  patterns: readonly PatternLine[],
  sick: readonly (LongNotHealthy & { readonly instance: string })[],
): readonly Line<PatternLine>[] {
  return [...Map.groupBy(patterns, ({ instance }) => instance)]
    .flatMap(([instance, some]) => {
      const told = new Set(sick.filter((entry) => entry.instance === instance).map(({ app }) => app));
      return linesOf(some).filter((line) => !isToldByHealth(line, told));
    })
    .toSorted(byWeight);
}

function isToldByHealth({ driftClass, apps, names }: Line, told: ReadonlySet<string>): boolean {
  if (driftClass !== 'degraded' && driftClass !== 'stuck-progressing') return false;
  return apps <= names.length && names.every((name) => told.has(name));
}

/** The instance is named where several are looked at. What can be requested is beside the details, or in them. */
export function lineParts(
  line: Line<PatternLine>,
  several: boolean,
  canFix: CanFix = NOTHING_CAN_BE_FIXED,
): readonly SimplePart[] {
  const { instance = '', id: pattern = '' } = line.parts[0] ?? {};
  const text = lineSpans(line, several ? instance : undefined);
  const [app, ...others] = line.names;
  const isOne = app !== undefined && others.length === 0 && line.apps === 1;
  const [own] = isOne ? fixButton(line.fix, { instance, app, canFix }) : [];
  if (own !== undefined) return [section(text), buttons(own, details(instance, pattern))];
  const [ofMany] = fixButtonOfMany(line.fix, { instance, pattern, canFix });
  return [section(text, ofMany ?? details(instance, pattern))];
}
