import { z } from 'zod';

/* What payloads of several jobs have in common. */

export const AppRef = z.object({ server: z.string(), namespace: z.string(), name: z.string() });

export const AppHandle = z.object({ ref: AppRef, project: z.string().exactOptional() });

/** What every job carries of where it came from; one that says nothing is its own origin. */
export const Origin = z.object({ correlation: z.string().min(1) });
