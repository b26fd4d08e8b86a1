import { describe, expect, it } from 'vitest';
import { diffText, renderDiff } from '../../../../../src/slack/render/answers/diff.ts';
import { expectAccepted, expectGolden, textsIn } from '../../../../support/rendered.ts';
import { aChange, checkout, gpuOperator, NOW, paperclip, tektonExtras } from '../../../../support/story-memory.ts';

const input = { facts: 'live', isFileSent: true, now: NOW } as const;

describe('the diff', () => {
  it('shows path, both sides and the writer', async () => {
    await expectGolden('diff', renderDiff({ record: paperclip, ...input }));
    await expectGolden('diff-many-fields', renderDiff({ record: gpuOperator, ...input }));
  });

  it('takes one resource by kind and name, however the kind is spelt', () => {
    const one = renderDiff({ record: paperclip, resource: { kind: 'externalsecret', name: 'paperclip-db' }, ...input });
    expect(one.text).toBe('The diff of externalsecret/paperclip-db of paperclip: 4 differences.');
  });

  it('counts what it leaves out, and says where it is', () => {
    const [finding] = checkout.findings;
    const changes = Array.from({ length: 400 }, (_, index) =>
      aChange(`/data/${index}`, 'a'.repeat(500), 'b'.repeat(500)),
    );
    const record = { ...checkout, findings: finding === undefined ? [] : [{ ...finding, changes }] };
    const rendered = renderDiff({ record, ...input });
    expectAccepted(rendered);
    const texts = textsIn(rendered.blocks).join('\n');
    expect(texts).toMatch(
      /Showing \d+ of 400 differences\. The whole diff comes to you as a file in a direct message\./,
    );
    expect(textsIn(renderDiff({ record, ...input, isFileSent: false }).blocks).join('\n')).toContain(
      'Ask for one resource',
    );
    expect(diffText(record).match(/^\/data\//gm)).toHaveLength(400);
    expect(diffText(record)).not.toContain('…');
  });

  it('says when no field differs', () => {
    expect(textsIn(renderDiff({ record: tektonExtras, ...input }).blocks)).toContain(
      'No field differs in what was seen. What was found is not about fields: ● Unexplained, watched, flagged without a difference.',
    );
  });
});
