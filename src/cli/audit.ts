import type { ChainPoint } from '../core/audit/chain.ts';
import { CSV_HEADER, csvLineOf } from '../core/audit/csv.ts';
import type { AuditEntry } from '../core/audit/entry.ts';
import { canonicalJson } from '../core/model/canonical-json.ts';
import { UsageError } from '../core/model/errors.ts';
import { count } from '../core/words/count.ts';
import { readLedger } from '../flows/read-ledger.ts';
import { verifyLedger } from '../flows/verify-ledger.ts';
import type { Ledger } from '../ports/ledger.ts';
import { instantOf } from './instant.ts';
import { EXIT, type Io } from './io.ts';

export interface AuditExportOptions {
  readonly config?: string;
  readonly format?: string;
  readonly from?: string;
  readonly to?: string;
}

export interface AuditVerifyOptions {
  readonly config?: string;
  readonly noted?: string;
  readonly json?: boolean;
}

export interface OpenLedger {
  readonly ledger: Ledger;
  close(): Promise<void>;
}

export interface AuditDeps {
  readonly openLedger: (options: { readonly config?: string }) => Promise<OpenLedger>;
}

interface Format {
  readonly header: string;
  readonly line: (entry: AuditEntry) => string;
}

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['jsonl', { header: '', line: (entry) => `${canonicalJson(entry)}\n` }],
  ['csv', { header: CSV_HEADER, line: csvLineOf }],
]);

/** `plumbline audit export`: the entries as they stand, oldest first; `from` inclusive, `to` exclusive. */
export async function auditExport(options: AuditExportOptions, deps: AuditDeps, io: Io): Promise<number> {
  const { header, line } = formatOf(options.format ?? 'jsonl');
  const from = options.from === undefined ? -Infinity : instantOf(options.from).getTime();
  const to = options.to === undefined ? Infinity : instantOf(options.to).getTime();
  const isOutside = ({ at }: AuditEntry): boolean => Date.parse(at) < from || Date.parse(at) >= to;
  await withLedger(options, deps, async (ledger) => {
    io.out.write(header);
    for await (const entries of readLedger(ledger, await ledger.end())) {
      io.out.write(
        entries
          .filter((entry) => !isOutside(entry))
          .map(line)
          .join(''),
      );
    }
  });
  return EXIT.nothing;
}

/** `plumbline audit verify`: 0 the chain is whole, 1 it is broken, with the first entry that is not as it was written. */
export async function auditVerify(options: AuditVerifyOptions, deps: AuditDeps, io: Io): Promise<number> {
  const noted = options.noted === undefined ? undefined : pointOf(options.noted);
  const { reached, broken } = await withLedger(options, deps, (ledger) => verifyLedger(ledger, noted));
  const { sequence, hash } = reached;
  if (options.json) {
    io.out.write(`${JSON.stringify({ intact: broken === undefined, verified: reached, broken: broken ?? null })}\n`);
  } else if (broken) {
    io.out.write(`The audit ledger is broken: ${broken.says}.\n`);
    io.out.write(`${sequence === 0 ? 'No entry' : `Up to entry ${sequence}`} is as it was written.\n`);
  } else {
    io.out.write(`The audit ledger is intact: ${count(sequence, 'entry')}, ending with ${sequence}:${hash}\n`);
  }
  return broken ? EXIT.found : EXIT.nothing;
}

async function withLedger<T>(
  { config }: { readonly config?: string },
  { openLedger }: AuditDeps,
  work: (ledger: Ledger) => Promise<T>,
): Promise<T> {
  const { ledger, close } = await openLedger(config === undefined ? {} : { config });
  try {
    return await work(ledger);
  } finally {
    await close();
  }
}

function formatOf(name: string): Format {
  const format = FORMATS.get(name);
  if (format) return format;
  throw new UsageError('cli.format', `${name} is not a format`, `give one of ${[...FORMATS.keys()].join(', ')}`);
}

function pointOf(text: string): ChainPoint {
  const [, sequence, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence !== undefined && hash !== undefined) return { sequence: Number(sequence), hash };
  throw new UsageError(
    'cli.noted',
    `${text} is not the end of a ledger`,
    'give NUMBER:HASH as an earlier audit verify printed it',
  );
}
