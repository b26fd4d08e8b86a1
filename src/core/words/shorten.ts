const MAX_MESSAGE = 400;

/** Failure messages nest: the cause is at the end, so a long one keeps its end. */
export function shortened(message: string, most = MAX_MESSAGE): string {
  const line = message.replace(/\s+/g, ' ').trim();
  const start = Math.round(most * 0.3);
  return line.length <= most ? line : `${line.slice(0, start)} … ${line.slice(start - most)}`;
}
