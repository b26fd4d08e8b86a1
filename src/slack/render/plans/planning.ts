import { appKey } from '../../../core/model/app-key.ts';
import type { AppRef } from '../../../core/model/observation.ts';
import { lasted } from '../../../core/words/age.ts';
import { planAgain } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { buttons, section } from '../kit/part.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, say } from '../kit/spans.ts';

export function renderPlanning(app: string): Rendered {
  return compose(`Planning what can be done about ${app}.`, [
    section(say`Planning what can be done about ${bold(app)}: reading its objects and whatever refers to them …`),
  ]);
}

export function renderPlanningLate(instance: string, app: AppRef, waitedMs: number): Rendered {
  const waited = lasted(waitedMs);
  return compose(`No plan for ${app.name} within ${waited}.`, [
    section(
      say`⚠ There is no plan for ${bold(app.name)} after ${waited}: no worker was free, or its cluster is slow. Nothing was changed; ask again in a moment.`,
    ),
    buttons(planAgain(instance, appKey(app))),
  ]);
}
