import { count } from '../core/words/count.ts';
import type { Check } from '../flows/doctor/check.ts';
import type { Doctor } from '../flows/doctor/doctor.ts';
import type { ConnectOptions } from './connect.ts';
import { EXIT, type Io } from './io.ts';
import { type Painter, painterFor, plain } from './render/paint.ts';

export interface DoctorOptions extends ConnectOptions {
  readonly json?: boolean;
}

export interface OpenDoctor {
  readonly examine: Doctor;
  close(): Promise<void>;
}

export interface DoctorDeps {
  /** Reads the configuration. @throws ConfigError, UsageError */
  readonly openDoctor: (options: ConnectOptions) => Promise<OpenDoctor>;
}

/** `plumbline doctor`: every dependency and permission, each failure with the line that repairs it. */
export async function doctor(options: DoctorOptions, deps: DoctorDeps, io: Io, signal: AbortSignal): Promise<number> {
  const open = await deps.openDoctor(options);
  try {
    const checks = await open.examine({ signal });
    io.out.write(options.json ? `${JSON.stringify({ checks })}\n` : doctorText(checks, painterFor(io.out, io.env)));
    return checks.every(({ ok }) => ok) ? EXIT.nothing : EXIT.found;
  } finally {
    await open.close();
  }
}

function doctorText(checks: readonly Check[], paint: Painter): string {
  const groups = [...Map.groupBy(checks, ({ instance }) => instance)].map(
    ([instance, own]) => `${paint('bold', plain(instance))}\n${own.map((check) => checkText(check, paint)).join('')}\n`,
  );
  return `${groups.join('')}${summary(checks)}\n`;
}

function checkText(check: Check, paint: Painter): string {
  const line = `  ${badge(check, paint)}  ${plain(check.name)}  ${paint('dim', plain(check.says))}\n`;
  return check.repair === '' ? line : `${line}        → ${plain(check.repair)}\n`;
}

function badge({ ok, isNote }: Check, paint: Painter): string {
  if (!ok) return paint(['red', 'bold'], 'FAIL');
  return isNote ? paint('yellow', 'note') : paint('green', 'ok  ');
}

function summary(checks: readonly Check[]): string {
  const failed = checks.filter(({ ok }) => !ok).length;
  return failed === 0
    ? `${count(checks.length, 'check')}, none failed.`
    : `${failed} of ${count(checks.length, 'check')} failed.`;
}
