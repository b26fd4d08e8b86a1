export type ServerOrder = 'asked' | { readonly change: number };
export type ServerReport =
  | { readonly url: string }
  | { readonly asked: readonly string[] }
  | { readonly changed: number };

/** Time and memory of one piece of work in a process of its own. */
export interface Measured {
  readonly seconds: number;
  /** Processor time of the process, all threads. */
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

export interface ScanMeasured extends Measured {
  readonly apps: number;
  readonly outOfSync: number;
  readonly findings: number;
}

export interface ReplayMeasured extends Measured {
  readonly requests: number;
  readonly wireMb: number;
  readonly plainMb: number;
}

export async function measure<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly cost: Measured }> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const value = await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    value,
    cost: {
      seconds: (performance.now() - start) / 1000,
      cpuSeconds: (user + system) / 1e6,
      peakMb: process.resourceUsage().maxRSS / 1024,
    },
  };
}
