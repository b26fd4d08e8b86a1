import { ConfigError } from '../core/model/errors.ts';
import { type ConfigSource, loadConfig } from './load.ts';
import type { Config } from './schema.ts';

/** With the credentials that write where this process has them, else without: then that alone is not checked. */
export function loadHeldConfig(options: Omit<ConfigSource, 'writing'>): {
  readonly config: Config;
  readonly writing: boolean;
} {
  try {
    return { config: loadConfig({ ...options, writing: true }), writing: true };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: loadConfig({ ...options, writing: false }), writing: false };
  }
}
