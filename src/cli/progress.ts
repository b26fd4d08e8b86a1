import type { Io } from './io.ts';

export interface Progress {
  update(progress: { readonly done: number; readonly of: number }): void;
  end(): void;
}

const WIDTH = 24;

/** A bar on a terminal's standard error, nothing in a pipe. */
export function makeProgress({ err, env }: Pick<Io, 'err' | 'env'>, label: string): Progress {
  const isTerminal = 'isTTY' in err && err.isTTY === true && env.TERM !== 'dumb';
  if (!isTerminal) return { update: () => undefined, end: () => undefined };
  const started = performance.now();
  return {
    update({ done, of }) {
      const filled = of === 0 ? WIDTH : Math.round((WIDTH * done) / of);
      const rate = done / Math.max(0.001, (performance.now() - started) / 1000);
      err.write(
        `\r${label} [${'█'.repeat(filled)}${'·'.repeat(WIDTH - filled)}] ${done}/${of} apps, ${rate.toFixed(1)}/s `,
      );
    },
    end: () => void err.write('\r\u001b[K'),
  };
}
