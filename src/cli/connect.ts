import type { ConnectedInstance } from '../flows/connected-instance.ts';
import type { InspectApp } from '../flows/inspect-app.ts';
import type { ScanFleet } from '../flows/scan/scan-fleet.ts';

export interface ConnectOptions {
  readonly config?: string;
  readonly instance?: string;
}

/** Reads the configuration and connects what it names. @throws ConfigError, UsageError */
export type Connect = (options: ConnectOptions) => Promise<readonly ConnectedInstance[]>;

/** An instance that can only be looked at, as the configuration says. */
export interface ReadInstance extends Pick<ConnectedInstance, 'name' | 'close'> {
  readonly scanFleet: ScanFleet;
  readonly inspectApp: InspectApp;
  /** All that the token may see. */
  readonly listApps: (signal: AbortSignal) => Promise<readonly { readonly name: string; readonly project: string }[]>;
}

export type ConnectReading = (options: ConnectOptions) => Promise<readonly ReadInstance[]>;
