import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PIECE } from '../../../../src/core/mask/find-secrets.ts';
import { LARGE_TEXT, makeMasker } from '../../../../src/core/mask/mask.ts';

const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA\n'.repeat(90)}-----END RSA PRIVATE KEY-----`;
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const SECRETS: readonly string[] = [
  KEY,
  JWT,
  'AKIAIOSFODNN7EXAMPLE',
  'ghp_abcdefghijklmnopqrstuvwxyz0123',
  `glpat${'-'}abcdefghijklmnop1234`,
  `hvs${'.'}${'CAESIJ'.repeat(20)}`,
  `${'xapp'}-1-A012345-678901-abcdef`,
];
/** A secret in what makes it one. */
const CONTEXTS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `token: ${secret}`,
  (secret) => `postgres://app:${secret}@db/app`,
  (secret) => `Authorization: Bearer ${secret}`,
];

/** What each of these repeats is where a secret could begin and none does, or where one never ends. */
const HOSTILE: readonly string[] = [
  'eyJ',
  'eyJ-',
  'eyJabcdefgh.',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN ',
  '-----END PRIVATE KEY-----',
  'a',
  '=',
  '-',
  ' ',
  '\n',
  'sk-',
  'ghp_',
  'key',
  'token=,',
  'token:   ',
  'password=aaaa ',
  'x-api-key-',
  '://a:',
  'http://a:b',
  'bearer ',
  'Bearer aaaaaaaa ',
  'QUJDREVGR0hJSktMTU5PUA',
  '\u2028',
];
const FIVE_MEGABYTES = 5_000_000;

describe('looking for secrets', () => {
  it.each(HOSTILE)('ends after one step for each piece of 5 MB of %j', (unit) => {
    const text = unit.repeat(FIVE_MEGABYTES / unit.length);
    const masker = makeMasker();
    expect([...masker.prepare({ data: { text } })]).toHaveLength(Math.ceil(text.length / PIECE));
    expect(masker.text(text).length).toBeGreaterThan(0);
  });

  it('finds a secret that crosses the border of a piece, wherever it crosses', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SECRETS), fc.constantFrom(...CONTEXTS), fc.nat(), (secret, inContext, offset) => {
        const told = inContext(secret);
        const text = `${'. '.repeat(PIECE / 2).slice(offset % (told.length + 2))}${told} and on it goes`;
        const masked = makeMasker().text(text);
        expect(masked).not.toContain(secret.slice(8, 24));
        expect(masked).toMatch(/‹masked 1›@?.{0,8} and on it goes$/);
      }),
    );
  });

  it('masks the same in steps as at once', () => {
    const word = fc.constantFrom(
      ...SECRETS,
      ...HOSTILE,
      'password: ',
      'x',
      '"',
      '@',
      '://u:',
      'api_key="',
      ' '.repeat(PIECE / 3),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), (words) => {
        const text = words.join('').padEnd(LARGE_TEXT, ' .');
        const [inSteps, atOnce] = [makeMasker(), makeMasker()];
        for (const _ of inSteps.prepare({ data: { text } }));
        expect(inSteps.text(text)).toBe(atOnce.text(text));
      }),
      { numRuns: 60 },
    );
  });

  it('masks equal secrets equally and different ones differently, in small texts and in large', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 8, maxLength: 40, unit: fc.constantFrom(...'abcdefXYZ0123') }),
        fc.string({ minLength: 8, maxLength: 40, unit: fc.constantFrom(...'abcdefXYZ0123') }),
        fc.nat(PIECE),
        (one, other, before) => {
          const masker = makeMasker();
          const large = masker.text(`${' '.repeat(LARGE_TEXT - before)}password: ${one}${' .'.repeat(before)}`);
          const small = masker.text(`password: ${one}`);
          expect(large.trim().startsWith(small)).toBe(true);
          expect(masker.text(`password: ${other}`) === small).toBe(one === other);
        },
      ),
    );
  });

  it.each([
    ['a value as long as it is', `password=${'x'.repeat(5000)}`, 'password=‹masked 1›'],
    ['a web token once, also where its key says so', `token=${JWT}`, 'token=‹masked 1›'],
    ['a password with a colon in a URL', 'redis://:pa:ss@host', 'redis://:‹masked 1›@host'],
    ['a long password in a URL', `amqp://u:${'p'.repeat(900)}@host`, 'amqp://u:‹masked 1›@host'],
    ['a key without its end', '-----BEGIN PRIVATE KEY-----\nMIIE', '‹masked 1›'],
    ['what is masked already, no second time', 'token=‹masked 7›', 'token=‹masked 7›'],
    ['no port beside a mail address', '"http://x:80","mail":"a@b"', '"http://x:80","mail":"a@b"'],
    ['no reference to a key', 'secretKey: API_KEY, keyName: main', 'secretKey: API_KEY, keyName: main'],
  ])('hides %s', (_, text, masked) => {
    expect(makeMasker().text(text)).toBe(masked);
  });

  it('hides a key longer than any in use up to the bound', () => {
    const masked = makeMasker().text(`-----BEGIN PRIVATE KEY-----\n${'M'.repeat(200_000)}`);
    expect(masked).toMatch(/^‹masked 1›M+$/);
    expect(masked.length).toBeLessThan(140_000);
  });
});
