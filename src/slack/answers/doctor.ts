import { renderDoctor } from '../render/answers/doctor.ts';
import type { Answer } from './answer.ts';

export const answerDoctor: Answer<'doctor'> = async function* (_command, { signal }, { runDoctor, clock }) {
  const checks = await runDoctor(signal);
  const now = clock.now();
  yield { rendered: renderDoctor({ checks, checkedAt: now.toISOString(), now }) };
};
