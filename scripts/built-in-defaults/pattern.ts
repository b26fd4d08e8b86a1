import type { Step } from './json.ts';

/** A JSON Pointer in which `*` stands for any list element or any key of a free-form map. */
export function patternFor(steps: readonly Step[], isWild: (index: number) => boolean): string {
  return steps.map((step, index) => `/${isWild(index) ? '*' : escapeStep(String(step))}`).join('');
}

export function isAtOrBelow(pattern: string, place: string): boolean {
  return pattern === place || pattern.startsWith(`${place}/`);
}

function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
