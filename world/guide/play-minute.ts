import type { Visit } from '../visitor/visit.ts';
import { GUIDED_MINUTE } from './guided-minute.ts';
import type { Stage, Step } from './stage.ts';

/** Plays the steps one after another, says of each how it went and what was read, and answers whether all went well. */
export async function playMinute(
  visit: Visit,
  say: (line: string) => void,
  steps: readonly Step[] = GUIDED_MINUTE,
): Promise<boolean> {
  const stage: Stage = { visit, seen: new Map() };
  let failures = 0;
  for (const [index, step] of steps.entries()) {
    const { problem, text } = await play(step, stage);
    if (problem !== undefined) failures += 1;
    say(`${problem === undefined ? 'ok    ' : 'failed'} ${index + 1}. ${step.title}`);
    if (problem !== undefined) say(`       ${problem}`);
    for (const line of text.split('\n').filter((one) => one !== '')) say(`       | ${line}`);
  }
  say(failures === 0 ? `all ${steps.length} steps went well` : `${failures} of ${steps.length} steps failed`);
  return failures === 0;
}

async function play({ play: act, says }: Step, stage: Stage): Promise<{ problem?: string; text: string }> {
  try {
    const text = await act(stage);
    const missing = says.filter((one) => !one.test(text));
    return missing.length === 0 ? { text } : { problem: `it does not say ${missing.join(', ')}`, text };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), text: '' };
  }
}
