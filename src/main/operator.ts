import { userInfo } from 'node:os';

/** Who sits at this command line, as the audit ledger names them. */
export function operator(): string {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    // a container's user need not have a name
    return 'cli';
  }
}
