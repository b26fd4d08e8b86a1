import { z } from 'zod';

/* What the sections of the configuration are made of. */

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `5m`, `1h`, `7d`; a number of milliseconds in the program. */
export const duration = (fallback: string) =>
  z
    .string()
    .regex(DURATION, 'write a duration such as 30s, 5m, 1h or 7d')
    .default(fallback)
    .transform((text) => {
      const [, amount = '0', unit = 's'] = DURATION.exec(text) ?? [];
      return Number(amount) * (UNIT_MS[unit] ?? 0);
    });

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
}

export const name = z.string().min(1, 'must not be empty');
export const names = z.array(name);
export const tier = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)], 'a tier is 0, 1, 2 or 3');
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'write a time such as 09:00');
export const timeZone = name.refine(isTimeZone, 'write a time zone such as Europe/Berlin or UTC');
