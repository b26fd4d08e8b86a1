import { type ScanResult, scanDocument } from '../core/memory/scan-result.ts';
import { NotFoundError, UsageError } from '../core/model/errors.ts';
import { matchesGlob } from '../core/model/glob.ts';
import { kindAndName } from '../core/model/resource-ref.ts';
import type { ConnectOptions, ConnectReading, ReadInstance } from './connect.ts';
import { EXIT, type Io } from './io.ts';
import { didYouMean } from './nearest.ts';
import { makeProgress } from './progress.ts';
import { renderOverview } from './render/overview-text.ts';
import { painterFor, plain } from './render/paint.ts';
import { table } from './render/table.ts';

export interface ScanOptions extends ConnectOptions {
  readonly json?: boolean;
  readonly list?: boolean;
  readonly project?: string;
  readonly app?: string;
}

export interface ScanDeps {
  readonly connect: ConnectReading;
  readonly now: () => Date;
}

/** `plumbline scan`: one-shot fleet scan. Ctrl-C stops it cleanly. */
export async function scan(options: ScanOptions, deps: ScanDeps, io: Io, signal: AbortSignal): Promise<number> {
  const connected = await deps.connect(options);
  try {
    const results: { readonly name: string; readonly result: ScanResult }[] = [];
    for (const one of connected) results.push({ name: one.name, result: await scanInstance(one, options, io, signal) });
    if (results.every(({ result }) => result.apps === 0)) throw await nothingNamed(connected, options, signal);
    io.out.write(results.map(({ name, result }) => print(name, result, options, deps.now(), io)).join(''));
    if (results.some(({ result }) => result.notObserved.length > 0)) return EXIT.failed;
    return results.some(
      ({ result }) => result.findings.length > 0 || result.outOfSync > 0 || result.notHealthy.length > 0,
    )
      ? EXIT.found
      : EXIT.nothing;
  } finally {
    await Promise.all(connected.map((one) => one.close()));
  }
}

/** A project or glob that names no application is an error; an Argo CD without any is too, because nothing was checked. */
async function nothingNamed(
  connected: readonly ReadInstance[],
  { project, app }: ScanOptions,
  signal: AbortSignal,
): Promise<NotFoundError> {
  const all = (await Promise.all(connected.map((one) => one.listApps(signal)))).flat();
  const among = project === undefined ? all : all.filter((one) => one.project === project);
  if (all.length === 0)
    return new NotFoundError(
      'cli.no-apps',
      'there is no application that the token may see',
      'plumbline doctor shows what it may',
    );
  if (project !== undefined && among.length === 0)
    return new NotFoundError(
      'cli.unknown-project',
      `no application belongs to a project called ${project}`,
      didYouMean(
        project,
        all.map((one) => one.project),
        `projects: ${[...new Set(all.map((one) => one.project))].toSorted().join(', ')}`,
      ),
    );
  return new NotFoundError(
    'cli.unknown-app',
    `no application matches ${app ?? '*'}${project === undefined ? '' : ` in project ${project}`}`,
    didYouMean(
      (app ?? '').replaceAll(/[*?]/g, ''),
      among.map((one) => one.name),
      'plumbline scan --list shows the applications that drift',
    ),
  );
}

async function scanInstance(
  connected: ReadInstance,
  { project, app }: ScanOptions,
  io: Io,
  signal: AbortSignal,
): Promise<ScanResult> {
  const progress = makeProgress(io, connected.name);
  try {
    return await connected.scanFleet({
      selector: project === undefined ? {} : { projects: [project] },
      includes: ({ ref }) => app === undefined || matchesGlob(app, ref.name),
      signal,
      onProgress: progress.update,
    });
  } catch (error) {
    if (signal.aborted)
      throw new UsageError(
        'cli.interrupted',
        'stopped before the scan was complete',
        'nothing was changed; run it again',
      );
    throw error;
  } finally {
    progress.end();
  }
}

function print(name: string, result: ScanResult, { json, list }: ScanOptions, now: Date, io: Io): string {
  if (json) return `${JSON.stringify(scanDocument(result))}\n`;
  return list ? rowsText(result) : renderOverview(name, result, now, painterFor(io.out, io.env));
}

/** The story's bird's-eye rows: app, Kind/name, scope, class. */
function rowsText({ rows }: ScanResult): string {
  const cells = rows.map(({ app, resource, driftClass }) => [
    plain(app),
    plain(kindAndName(resource)),
    plain(resource.namespace === '' ? 'cluster' : resource.namespace),
    driftClass,
  ]);
  return table(cells.toSorted((a, b) => a.join('\t').localeCompare(b.join('\t'))))
    .map((line) => `${line}\n`)
    .join('');
}
