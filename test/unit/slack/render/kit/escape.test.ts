import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeCode, escapePlain, escapeText } from '../../../../../src/slack/render/kit/escape.ts';
import { bold, code, italic, lines, type Span, say, toMrkdwn } from '../../../../../src/slack/render/kit/spans.ts';
import { hostileText } from '../../../../support/hostile.ts';

describe('foreign text', () => {
  it.each([
    ['R&D <!channel>', 'R&amp;D &lt;!channel&gt;'],
    ['*bold* `code` ~gone~', '∗bold∗ ˋcodeˋ ∼gone∼'],
    ['snake_case_name _it_', 'snake_case_name ˍitˍ'],
    ['> quoted', '› quoted'],
    [':fire: at 12:30:45', '꞉fire: at 12:30:45'],
    ['two\nlines\t\u001b[31m', 'two lines \uFFFD[31m'],
    ['half \ud83d', 'half \uFFFD'],
  ])('%j becomes %j', (text, escaped) => {
    expect(escapeText(text)).toBe(escaped);
  });

  it('keeps everything but backticks in code', () => {
    expect(escapeCode('a_*b* `c` <d> :x:')).toBe('a_*b* ˋcˋ &lt;d&gt; :x:');
  });

  it('does not read like a mention where nothing is parsed', () => {
    expect(escapePlain('<!here> a&b')).toBe('‹!here› a&b');
  });
});

const span: fc.Arbitrary<Span> = fc
  .tuple(fc.constantFrom('text', 'bold', 'italic', 'code'), hostileText)
  .map(([style, text]) => (style === 'code' ? code(text) : { style, text }));

describe('sentences', () => {
  it('escape our words and other people’s values alike', () => {
    expect(toMrkdwn(say`${bold('gitea')} has ${3} apps & ${code('a`b')}`, 100)).toBe('*gitea* has 3 apps &amp; `aˋb`');
    expect(toMrkdwn(lines(say`one`, say``, say`${italic('two')}`), 100)).toBe('one\n_two_');
  });

  it('are cut visibly and leave no span open', () => {
    expect(toMrkdwn(say`see ${code('abcdefgh')}`, 10)).toBe('see `ab…`');
    expect(toMrkdwn(say`a ${bold('<<<<<')}`, 12)).toBe('a *&lt;…*');
  });

  it('can hold no mention, no link, no open code span and no more characters than allowed, whatever comes in', () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 6 }), fc.integer({ min: 1, max: 3000 }), (spans, most) => {
        const text = toMrkdwn(lines(spans, spans), most);
        expect(text.length).toBeLessThanOrEqual(most);
        expect(text).not.toMatch(/[<>]/);
        expect(text).not.toMatch(/&(?!amp;|lt;|gt;)/);
        expect(text.isWellFormed()).toBe(true);
        expect((text.match(/`/g) ?? []).length % 2).toBe(0);
        expect(text).not.toContain('``');
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
      { numRuns: 500 },
    );
  });

  it('format nothing that the text asks for', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const plain = toMrkdwn(say`${text}`, 3000);
        expect(plain).not.toMatch(/[*`~]/);
        expect(plain).not.toMatch(/(^|[^A-Za-z0-9])_|_($|[^A-Za-z0-9])/);
        expect(plain).not.toMatch(/:[\w+'-]*[A-Za-z][\w+'-]*:/);
        expect(plain).not.toMatch(/^\s*&gt;/);
      }),
    );
  });
});
