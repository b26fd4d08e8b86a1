import { once } from 'node:events';
import { defined } from '../core/model/defined.ts';
import { UsageError } from '../core/model/errors.ts';
import { EXIT, type Io } from './io.ts';

const ROLES = ['bot', 'worker', 'all'] as const;
type ServeRole = (typeof ROLES)[number];

export interface ServeOptions {
  readonly config?: string;
  readonly role: string;
}

export interface ServeDeps {
  /** @throws ConfigError and the like when it cannot start. */
  readonly startService: (options: {
    readonly config?: string;
    readonly role: ServeRole;
  }) => Promise<{ readonly port: number; stop(): Promise<void> }>;
}

/** `plumbline serve`: until it is told to stop; what is under way is finished or handed back. */
export async function serve(
  { config, role }: ServeOptions,
  { startService }: ServeDeps,
  io: Io,
  signal: AbortSignal,
): Promise<number> {
  const service = await startService({ role: roleNamed(role), ...defined({ config }) });
  io.err.write(`plumbline: serving as ${role} on port ${service.port}; Ctrl-C stops it\n`);
  if (!signal.aborted) await once(signal, 'abort');
  await service.stop();
  return EXIT.nothing;
}

function roleNamed(text: string): ServeRole {
  const role = ROLES.find((one) => one === text);
  if (role === undefined)
    throw new UsageError('cli.role', `there is no role ${text}`, `write --role ${ROLES.join(', --role ')}`);
  return role;
}
