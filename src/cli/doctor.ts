import type { ConnectedInstance } from '../flows/connected-instance.ts';
import type { Check, Doctor } from '../flows/doctor.ts';
import type { Connect, ConnectOptions } from './connect.ts';
import { EXIT, type Io } from './io.ts';
import { type Painter, painterFor, plain } from './render/paint.ts';

export interface DoctorOptions extends ConnectOptions {
  readonly json?: boolean;
}

export interface DoctorDeps {
  readonly connect: Connect;
  readonly doctor: Doctor;
}

/** `plumbline doctor`: every dependency and permission, each failure with the line that repairs it. */
export async function doctor(options: DoctorOptions, deps: DoctorDeps, io: Io, signal: AbortSignal): Promise<number> {
  const instances: readonly ConnectedInstance[] = await deps.connect(options);
  try {
    const checks = (await Promise.all(instances.map((instance) => deps.doctor(instance, { signal })))).flat();
    const paint = painterFor(io.out, io.env);
    io.out.write(
      options.json ? `${JSON.stringify({ checks })}\n` : checks.map((check) => checkText(check, paint)).join(''),
    );
    return checks.every(({ ok }) => ok) ? EXIT.nothing : EXIT.found;
  } finally {
    await Promise.all(instances.map((instance) => instance.close()));
  }
}

function checkText({ instance, name, ok, says, repair }: Check, paint: Painter): string {
  const line = `${ok ? paint('green', 'ok  ') : paint(['red', 'bold'], 'FAIL')} ${plain(instance)}: ${plain(name)}  ${paint('dim', plain(says))}\n`;
  return repair === '' ? line : `${line}       ${plain(repair)}\n`;
}
