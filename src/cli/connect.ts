import type { ConnectedInstance } from '../flows/connected-instance.ts';

export interface ConnectOptions {
  readonly config?: string;
  readonly instance?: string;
}

/** Reads the configuration and connects what it names. @throws ConfigError, UsageError */
export type Connect = (options: ConnectOptions) => Promise<readonly ConnectedInstance[]>;
