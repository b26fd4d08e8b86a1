import { resolve } from 'node:path';

/** For processes of our own that a test starts: Node strips types and compiles each file once, not in every process. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') } as const;
