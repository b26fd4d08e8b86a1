import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { makeCorrelation } from '../../../../src/adapters/log/correlation.ts';
import { makeLog } from '../../../../src/adapters/log/pino-log.ts';

function logged(level = 'info') {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = makeLog({ level, destination, now: () => new Date('2026-11-16T08:00:00Z') });
  return { log, lines: () => lines.map((line) => JSON.parse(line)) };
}

describe('the log', () => {
  it('has one JSON object a line, a message that never varies and fields that do', () => {
    const { log, lines } = logged();
    log.with({ correlation: 'c1' }).warn('a job was refused', { job: 'deliver' });
    log.debug('not at this level');
    expect(lines()).toEqual([
      {
        level: 'warn',
        time: '2026-11-16T08:00:00.000Z',
        correlation: 'c1',
        job: 'deliver',
        message: 'a job was refused',
      },
    ]);
  });

  it('hides what holds a credential, also one level down', () => {
    const { log, lines } = logged();
    log.info('x', { token: 'xoxb-1', options: { signingSecret: 's', response_url: 'https://hooks.example.com/1' } });
    expect(JSON.stringify(lines())).not.toMatch(/xoxb-1|"s"|hooks/);
  });

  it('cuts errors that carry whole bodies, and keeps their cause', () => {
    const { log, lines } = logged();
    log.error('x', { error: new Error('b'.repeat(9000), { cause: new TypeError('because') }) });
    const [{ error }] = lines();
    expect(error.message).toHaveLength(2000);
    expect(error.cause).toMatchObject({ name: 'TypeError', message: 'because' });
  });
});

describe('the correlation id', () => {
  it('is there for everything that a piece of work does, and only for that', async () => {
    const { run, current } = makeCorrelation();
    const inner = async () => {
      await Promise.resolve();
      return current();
    };
    expect(await Promise.all([run('a', inner), run('b', inner)])).toEqual(['a', 'b']);
    expect(current()).toBe('');
  });
});
