import { describe, expect, it } from 'vitest';
import { makeMetrics } from '../../../../src/adapters/metrics/prometheus.ts';
import { RejectedError } from '../../../../src/core/model/errors.ts';
import type { Log, LogFields } from '../../../../src/ports/log.ts';
import { type Listener, makeListen } from '../../../../src/slack/listeners/listen.ts';
import { heard } from '../../../../src/slack/on-error.ts';

type Ack = (answer?: string) => Promise<void>;

interface Args {
  readonly ack: Ack;
  readonly user: string;
}

const BUG = new TypeError('not a function');
const REFUSAL = new RejectedError('argocd.refused', 'Argo CD refused', 'ask somebody who may');

/** Lets one request in, and says in order what came of it. */
async function request(
  listener: Pick<Listener<Args, string>, 'acknowledge'> & {
    readonly hear: (say: (what: string) => void, ack: Ack) => Promise<void>;
    readonly apologize?: () => Promise<void>;
    readonly ack?: () => Promise<void>;
  },
) {
  const events: string[] = [];
  const logged: { readonly message: string; readonly fields: LogFields }[] = [];
  const logFor = (outer: LogFields): Log => {
    const note = (message: string, fields: LogFields = {}) =>
      void logged.push({ message, fields: { ...outer, ...fields } });
    return { debug: note, info: note, warn: note, error: note, with: (fields) => logFor({ ...outer, ...fields }) };
  };
  const metrics = makeMetrics();
  const ids: string[] = [];
  const listen = makeListen({
    log: logFor({}),
    metrics,
    correlated(id, work) {
      ids.push(id);
      return work();
    },
  });
  const say = (what: string) => void events.push(what);
  const shared = {
    about: ({ user }: Args) => ({ user }),
    async apologize(_: Args, { text }: { readonly text: string }) {
      await listener.apologize?.();
      events.push(`sorry: ${text}`);
    },
  };
  await listen<Args, string>(
    listener.acknowledge === 'at-once'
      ? { ...shared, acknowledge: 'at-once', hear: (args) => listener.hear(say, args.ack) }
      : { ...shared, acknowledge: 'once-recorded', hear: (_, { ack }) => listener.hear(say, ack) },
  )({
    user: 'U0ADA',
    async ack(answer) {
      await listener.ack?.();
      events.push(answer === undefined ? 'ack' : `ack: ${answer}`);
    },
  });
  const measured = /plumbline_ack_seconds_count (\d+)/.exec(await metrics.text())?.[1] ?? '0';
  return { events, logged, ids, measured: Number(measured) };
}

describe('a request of Slack’s', () => {
  it('is acknowledged before anything else, once, and measured', async () => {
    const { events, measured, ids } = await request({ acknowledge: 'at-once', hear: async (say) => say('answer') });
    expect(events).toEqual(['ack', 'answer']);
    expect(measured).toBe(1);
    expect(ids).toHaveLength(1);
  });

  it('is acknowledged by the answer itself where that is declared', async () => {
    const { events, measured } = await request({
      acknowledge: 'once-recorded',
      async hear(say, ack) {
        say('decides');
        await ack('too short');
        await ack('again');
      },
    });
    expect(events).toEqual(['decides', 'ack: too short']);
    expect(measured).toBe(1);
  });

  it.each([
    ['at-once', ['ack', expect.stringContaining('Argo CD refused')]],
    // not before the person knows: the process may die in between
    ['once-recorded', [expect.stringContaining('Argo CD refused'), 'ack']],
  ] as const)('that fails is acknowledged and told why (%s)', async (acknowledge, expected) => {
    const { events, logged, ids } = await request({
      acknowledge,
      async hear() {
        throw REFUSAL;
      },
    });
    expect(events).toEqual(expected);
    expect(logged).toEqual([
      {
        message: 'a command was not answered',
        fields: expect.objectContaining({
          correlation: ids[0],
          user: 'U0ADA',
          code: 'argocd.refused',
          reference: ids[0],
        }),
      },
    ]);
  });

  it('that trips over a bug is told the reference and nothing of the bug', async () => {
    const { events, logged, ids } = await request({
      acknowledge: 'at-once',
      async hear() {
        throw BUG;
      },
    });
    expect(events.join()).not.toContain(BUG.message);
    expect(logged).toEqual([
      { message: 'a command failed unexpectedly', fields: expect.objectContaining({ error: BUG, reference: ids[0] }) },
    ]);
  });

  it('whose answer Slack did not take gets no apology after it', async () => {
    const { events, logged } = await request({
      acknowledge: 'at-once',
      hear: () => heard(Promise.reject(BUG)),
    });
    expect(events).toEqual(['ack']);
    expect(logged.map(({ message, fields }) => [message, fields.error])).toEqual([
      ['an answer could not be sent', BUG],
    ]);
  });

  it('leaves a line in the log when nothing reaches Slack at all', async () => {
    const lost = async () => {
      throw BUG;
    };
    const apology = await request({ acknowledge: 'at-once', hear: () => Promise.reject(REFUSAL), apologize: lost });
    expect(apology.logged.at(-1)?.message).toBe('an answer could not be sent');
    const late = await request({ acknowledge: 'once-recorded', hear: () => Promise.reject(REFUSAL), apologize: lost });
    expect(late.events).toEqual(['ack']);
    expect(late.logged.at(-1)?.message).toBe('an answer could not be sent');
    const ack = await request({ acknowledge: 'at-once', ack: lost, hear: async (say) => say('answer') });
    expect(ack.events).toEqual([]);
    expect(ack.measured).toBe(0);
    expect(ack.logged.at(-1)?.message).toBe('an answer could not be sent');
  });
});
