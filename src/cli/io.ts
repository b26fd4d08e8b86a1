/** Where a command reads and writes; answers go to `out`, everything else to `err`. */
export interface Io {
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly err: NodeJS.WritableStream;
  readonly in: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** 0 nothing to report, 1 drift or a failed check found, 2 could not do it, or could not check all of it. */
export const EXIT = { nothing: 0, found: 1, failed: 2 } as const;
