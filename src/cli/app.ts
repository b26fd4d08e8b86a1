import { inspectedRecord, scanDocument, scanResult } from '../core/memory/scan-result.ts';
import { NotFoundError } from '../core/model/errors.ts';
import { appNotices } from '../core/scan/app-notices.ts';
import { runbookFor } from '../core/scan/runbook.ts';
import type { Inspected } from '../flows/inspect-app.ts';
import type { ConnectOptions, ConnectReading } from './connect.ts';
import { EXIT, type Io } from './io.ts';
import { didYouMean } from './nearest.ts';
import { renderCase } from './render/case-text.ts';
import { type Painter, painterFor, plain } from './render/paint.ts';

export interface AppOptions extends ConnectOptions {
  readonly json?: boolean;
}

export interface AppDeps {
  readonly connect: ConnectReading;
  readonly now: () => Date;
}

/** `plumbline app NAME`: the diagnosis of one app with the on-call checklist answered. */
export async function app(
  name: string,
  options: AppOptions,
  deps: AppDeps,
  io: Io,
  signal: AbortSignal,
): Promise<number> {
  const connected = await deps.connect(options);
  try {
    const names: string[] = [];
    for (const one of connected) {
      const inspected = await one.inspectApp(name, signal);
      if ('names' in inspected) {
        names.push(...inspected.names);
        continue;
      }
      io.out.write(
        options.json ? jsonOf(inspected, deps.now()) : textOf(inspected, one.name, painterFor(io.out, io.env)),
      );
      return exitOf(inspected);
    }
    throw new NotFoundError(
      'cli.unknown-app',
      `there is no application called ${name}, or the token may not see it`,
      didYouMean(name, names, 'plumbline scan --list shows the applications that drift'),
    );
  } finally {
    await Promise.all(connected.map((one) => one.close()));
  }
}

/** What could not be read is no all-clear: 2 where the comparison is among it, or where nothing else was found. */
function exitOf({ observation: { app: state, comparisonUnread, notObserved }, findings }: Inspected): number {
  if (comparisonUnread) return EXIT.failed;
  if (findings.length > 0) return EXIT.found;
  if (notObserved.length > 0 || !['Synced', 'OutOfSync'].includes(state.sync.status)) return EXIT.failed;
  if (appNotices(state).length > 0) return EXIT.found;
  return state.sync.status === 'Synced' && state.health.status === 'Healthy' ? EXIT.nothing : EXIT.found;
}

function jsonOf({ observation, findings }: Inspected, now: Date): string {
  const at = now.toISOString();
  const record = inspectedRecord(observation, findings, at);
  const document = scanDocument(scanResult([record], { instance: record.ref.server, now: at }));
  return `${JSON.stringify({ ...document, runbook: record.runbook })}\n`;
}

function textOf({ observation, findings }: Inspected, instance: string, paint: Painter): string {
  const answers = runbookFor(observation.app, findings, observation).map(
    ({ question, answer }) => `  ${paint('dim', question)} ${plain(answer)}`,
  );
  const runbook = answers.length === 0 ? '' : `${paint('bold', 'Checklist')}\n${answers.join('\n')}\n`;
  return `${renderCase({ id: instance, observation, findings }, paint)}${runbook}`;
}
