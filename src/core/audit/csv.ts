import { groupKind } from '../model/resource-ref.ts';
import type { AuditEntry } from './entry.ts';

const COLUMNS: readonly (readonly [name: string, value: (entry: AuditEntry) => string | number | undefined])[] = [
  ['sequence', ({ sequence }) => sequence],
  ['at', ({ at }) => at],
  ['instance', ({ instance }) => instance],
  ['user', ({ actor }) => actor.user],
  ['role', ({ actor }) => actor.role],
  ['action', ({ action }) => action],
  ['planId', ({ subject }) => subject?.planId],
  ['planHash', ({ subject }) => subject?.planHash],
  ['app', ({ subject }) => subject?.app],
  ['project', ({ subject }) => subject?.project],
  ['kind', ({ subject }) => subject?.object && groupKind(subject.object)],
  ['namespace', ({ subject }) => subject?.object?.namespace],
  ['name', ({ subject }) => subject?.object?.name],
  ['bundleId', ({ bundleId }) => bundleId],
  ['result', ({ result }) => result],
  ['reason', ({ reason }) => reason],
  ['id', ({ id }) => id],
  ['previous', ({ previous }) => previous],
  ['hash', ({ hash }) => hash],
];

/** RFC 4180: the header, then a line per entry. For spreadsheets; what can be verified is the ledger itself. */
export const CSV_HEADER = csvLine(COLUMNS.map(([name]) => name));

export function csvLineOf(entry: AuditEntry): string {
  return csvLine(COLUMNS.map(([, value]) => value(entry) ?? ''));
}

export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map((value) => quoted(harmless(String(value)))).join(',')}\r\n`;
}

/** A spreadsheet runs what begins so (https://owasp.org/www-community/attacks/CSV_Injection). */
function harmless(value: string): string {
  return /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
