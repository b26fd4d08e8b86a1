import { describe, expect, it } from 'vitest';
import { type Line, parseLine } from '../../terminal/parse-line.ts';

describe('a line typed into the workspace', () => {
  it.each<[string, Line]>([
    ['', { kind: 'nothing' }],
    ['# a remark in a script', { kind: 'nothing' }],
    ['  /drift app  gitea ', { kind: 'command', text: '/drift app  gitea' }],
    ['12', { kind: 'press', what: 12 }],
    ['press 3', { kind: 'press', what: 3 }],
    ['press Request clean-up…', { kind: 'press', what: 'Request clean-up…' }],
    ['AS ken', { kind: 'as', person: 'ken' }],
    ['go #payments', { kind: 'go', channel: '#payments' }],
    ['advance to 09:00', { kind: 'advance', by: 'to 09:00' }],
    ['do flap gitea Degraded', { kind: 'do', deed: 'flap', words: ['gitea', 'Degraded'] }],
    ['say  who broke it?', { kind: 'say', text: 'who broke it?' }],
    ['wait Drift digest', { kind: 'wait', until: 'Drift digest' }],
    ['people', { kind: 'people' }],
    ['?', { kind: 'help' }],
    ['exit', { kind: 'quit' }],
  ])('%j', (typed, line) => {
    expect(parseLine(typed)).toEqual(line);
  });

  it.each([
    ['drift app gitea', /type it with its slash, as in Slack: \/drift app gitea/],
    ['as', /who\?/],
    ['advance', /how far\?/],
    ['constructor', /means nothing here/],
    ['quit now', /means nothing here/],
  ])('%j is answered with a hint', (typed, hint) => {
    expect(parseLine(typed)).toEqual({ kind: 'misunderstood', hint: expect.stringMatching(hint) });
  });
});
