import { isSameVerdict } from '../../core/memory/same-verdict.ts';
import { renderDiagnosis } from '../render/answers/diagnosis.ts';
import { renderUnchanged } from '../render/answers/unchanged.ts';
import type { Answer } from './answer.ts';
import { findApp } from './find-app.ts';
import { lookLive } from './look-live.ts';

/** What was seen last at once, what is there now after it. */
export const answerApp: Answer<'app'> = async function* (command, context, deps) {
  const found = await findApp(command, context, deps);
  if ('instead' in found) return yield { rendered: found.instead };
  const { record } = found.app;
  const canFix = deps.remedy?.canFix;
  yield { rendered: renderDiagnosis({ record, facts: 'looking', canFix, now: deps.clock.now() }) };
  const live = await lookLive(found.app, context, deps);
  const now = deps.clock.now();
  if ('problem' in live) {
    const facts = { notLive: live.problem };
    return yield {
      rendered: renderDiagnosis({ record, facts, canFix, now }),
      beneath: renderUnchanged({ record, facts, now }),
    };
  }
  const rendered = renderDiagnosis({ record: live.record, facts: 'live', canFix, now });
  const beneath = isSameVerdict(record, live.record) ? renderUnchanged({ record, facts: 'live', now }) : rendered;
  yield { rendered, beneath };
};
