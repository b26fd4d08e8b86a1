import { compose } from '../kit/compose.ts';
import { section } from '../kit/part.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, code, lines, say } from '../kit/spans.ts';

/** Write powers are an opt-in for each Argo CD. */
export function renderNoRemedy(instance: string): Rendered {
  return compose(`Nothing can be changed in ${instance}: it is only read.`, [
    section(
      lines(
        say`${bold('Nothing can be changed')} in ${instance}: Plumbline only reads it.`,
        say`→ set ${code('remediation: { enabled: true }')} below that instance, and say in ${code('policy')} who may request and approve`,
      ),
    ),
  ]);
}
