import fc from 'fast-check';

/** Text as an attacker or an unlucky log line would write it. */
const nasty = fc.constantFrom(
  '<!channel>',
  '<!here|here>',
  '<@U024BE7LH>',
  '<#C024BE7LR|ops>',
  '<https://evil.example.com|click me>',
  '&lt;!channel&gt;',
  '`',
  '```',
  '``',
  '*bold*',
  '_it_',
  '~gone~',
  ':rotating_light:',
  '> quote',
  '\n',
  '\r\n',
  '\t',
  '\u202e',
  '\u2028',
  '\u0000',
  '\u001b[31m',
  '\ud800',
  '"',
  "'",
  '--page',
  '👩‍👩‍👧',
  'name',
  ' ',
  '&',
);

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.oneof(nasty, fc.string({ maxLength: 8 })), { maxLength: 8 }).map((all) => all.join('')),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(nasty, fc.integer({ min: 1, max: 1200 })).map(([text, times]) => text.repeat(times)),
  },
);
