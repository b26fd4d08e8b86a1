import type { ModalView } from '@slack/types';
import { expect } from 'vitest';
import type { Json } from '../../src/core/model/json.ts';
import type { Rendered } from '../../src/slack/render/kit/rendered.ts';
import { messageRefusal } from '../../world/slack/validate/message.ts';
import { MAX_VIEW_BYTES, viewProblems } from '../../world/slack/validate/view.ts';

/** Slack would take it, by the simulator's own reading of Slack's rules, and within our budget of characters. */
export function expectAccepted(rendered: Rendered): void {
  const blocks = JSON.parse(JSON.stringify(rendered.blocks)) as Json;
  expect(messageRefusal({ text: rendered.text, blocks }, { canShowFile: () => false })).toBeUndefined();
  expect(rendered.text.trim()).not.toBe('');
  expect(textsIn(rendered.blocks).join('').length).toBeLessThanOrEqual(12_000);
}

/** People of the simulated workspace, and instants: what a renderer may have Slack make something of. */
export const MENTIONS =
  /<(?:@U0[A-Z]+|!subteam\^S0[A-Z]+|#C0[A-Z]+|!date\^\d+\^\{date_short_pretty\} \{time\}\|[\d-]{10} [\d:]{5} UTC)>/g;

/** Nothing that Slack parses holds a mention, a link or an open code span; `except` are those that are meant. */
export function expectInert({ text, blocks }: Pick<Rendered, 'blocks' | 'text'>, except = /(?!)/g): void {
  for (const whole of [text, ...mrkdwnIn(blocks)]) {
    const parsed = whole.replace(except, '');
    expect(parsed).not.toMatch(/[<>]/);
    expect((parsed.match(/`/g) ?? []).length % 2).toBe(0);
  }
  expect(elementTypesIn(blocks)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(link|user|usergroup|channel|broadcast)$/)]),
  );
}

/** The golden blocks of one message; `npx vitest run test/unit/slack -u` writes them anew, to be read before they are kept. */
export async function expectGolden(name: string, rendered: Rendered, except?: RegExp): Promise<void> {
  expectAccepted(rendered);
  expectInert(rendered, except);
  const golden = new URL(`../fixtures/slack/${name}.golden.json`, import.meta.url);
  await expect(`${JSON.stringify(rendered, null, 2)}\n`).toMatchFileSnapshot(golden.pathname);
}

/** The same of a modal. */
export function expectViewAccepted(view: ModalView): void {
  expect(viewProblems(JSON.parse(JSON.stringify(view)) as Json, { canShowFile: () => false })).toEqual([]);
  expect(JSON.stringify(view).length).toBeLessThanOrEqual(MAX_VIEW_BYTES);
}

export async function expectGoldenView(name: string, view: ModalView, except?: RegExp): Promise<void> {
  expectViewAccepted(view);
  expectInert({ text: '', blocks: view.blocks as Rendered['blocks'] }, except);
  const golden = new URL(`../fixtures/slack/${name}.golden.json`, import.meta.url);
  await expect(`${JSON.stringify(view, null, 2)}\n`).toMatchFileSnapshot(golden.pathname);
}

/** Everything that is read, in order. */
export function textsIn(value: unknown): readonly string[] {
  return stringsAt(value, (key) => key === 'text');
}

function elementTypesIn(value: unknown): readonly string[] {
  return stringsAt(value, (key) => key === 'type');
}

function mrkdwnIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(mrkdwnIn);
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value && value.type === 'mrkdwn' && 'text' in value) return [String(value.text)];
  return Object.values(value).flatMap(mrkdwnIn);
}

function stringsAt(value: unknown, isWanted: (key: string) => boolean): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => stringsAt(entry, isWanted));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? (isWanted(key) ? [inner] : []) : stringsAt(inner, isWanted),
  );
}
