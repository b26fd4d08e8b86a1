import { expect } from 'vitest';
import { textOf } from '../../../world/slack/text.ts';
import type { Message } from '../../../world/slack/workspace/types.ts';
import { ADA, GRACE, type RemedyBot } from '../../support/remedy-bot.ts';
import { tableOf, writeSection } from '../document.ts';
import type { ApplicationView } from '../replay/application.ts';
import type { Bench } from '../replay/bench.ts';
import { reportedBy } from '../replay/report.ts';
import type { Reported } from '../replay/scenario.ts';

/** One line of a table in docs/lab.md. */
export interface Row {
  plan: string;
  before: string;
  did: string;
  after: string;
  restored: string;
}

export const HEALTHY = { sync: 'Synced', health: 'Healthy', drifting: [] } as const;

export interface CarriedOut {
  readonly message: Message;
  readonly row: Row;
  readonly planId: string;
  /** The line of the message that needs no Plumbline; '' where nothing can be undone. */
  readonly byHand: string;
}

export interface Wanted {
  /** How it ends. */
  readonly ends: 'Verified' | 'Failed' | 'Superseded';
  /** What Argo CD reports then; what is left out does not matter. */
  readonly leaves: Reported;
  readonly button?: number;
  readonly approvers?: readonly string[];
  /** What each of them types. */
  readonly typed?: string;
}

/** From the offer to the end of the run: Ada asks, others approve. */
export async function carryOut(remedy: RemedyBot, bench: Bench, wanted: Wanted): Promise<CarriedOut> {
  const { ends, leaves, button, approvers = [GRACE], typed } = wanted;
  const before = reportedBy(await bench.look('none'));
  const message = await remedy.request(bench.name, button === undefined ? {} : { button });
  for (const approver of approvers) await remedy.approve(remedy.current(message), approver, typed);
  const text = await remedy.becomes(message, /Verified: |Failed: |Superseded: /);
  expect(text, text).toContain(`${ends}: `);
  const [plan = ''] = /(?<=: )[^*\n]+/.exec(text) ?? [];
  const after = await seen(bench, leaves);
  const row = { plan, before, did: saidOf(text), after, restored: '–' };
  return { message, row, planId: codeAfter('Bundle', remedy, message), byHand: codeAfter('By hand:', remedy, message) };
}

/** What Argo CD reports once it is as expected. */
export async function seen(bench: Bench, expected: Reported): Promise<string> {
  const view: ApplicationView = await bench.waitFor(expected);
  const { operation: _, condition: __, ...plain } = expected;
  expect(view).toMatchObject(plain);
  return reportedBy(view);
}

/** Ada presses Restore; what became of the objects, and of the app. */
export async function restore(remedy: RemedyBot, bench: Bench, { message, row }: CarriedOut, leaves: Reported) {
  await remedy.press(remedy.current(message), 'Restore', ADA);
  const text = await remedy.becomes(message, /Restored: /);
  row.restored = await seen(bench, leaves);
  return text;
}

function codeAfter(word: string, remedy: RemedyBot, message: Message): string {
  return new RegExp(`${word} \`([^\`]+)\``).exec(textOf(remedy.current(message)))?.[1] ?? '';
}

/** Title, place and reason come first; then what happened. */
function saidOf(text: string): string {
  return text.split('\n')[3] ?? '';
}

/** PLUMBLINE_RECORD=1 writes what was seen into docs/lab.md. */
export async function recordRows(release: string, what: string, rows: readonly Row[]): Promise<void> {
  if (process.env.PLUMBLINE_RECORD !== '1' || process.env.PLUMBLINE_LAB_FEW === '1') return;
  const head = ['plan', 'Argo CD said before', 'Plumbline did', 'Argo CD said after', 'what Restore left'];
  const cells = rows.map(({ plan, before, did, after, restored }) => [plan, before, did, after, restored]);
  const title = `## ${what} on Argo CD ${release}`;
  await writeSection(`${what} on ${release}`, [title, '', ...tableOf(head, cells)].join('\n'));
}
