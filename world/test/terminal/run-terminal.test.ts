import { PassThrough } from 'node:stream';
import type { App } from '@slack/bolt';
import { afterEach, describe, expect, it } from 'vitest';
import { runTerminal } from '../../terminal/run-terminal.ts';
import { type Deed, DeedRefused } from '../../visitor/deed.ts';
import { aClock, aModal, anInput, aPost, aSocketApp, closeAll } from '../slack/support.ts';

afterEach(closeAll);

const crash: Deed = {
  name: 'crash',
  takes: 'APP',
  description: 'an app crashes',
  async perform([app]) {
    if (app !== 'gitea') throw new DeedRefused(`no app ${app}`);
    return `${app} crashes`;
  },
};

interface Conversation {
  readonly listen: (app: App) => void;
  readonly typed: readonly string[];
  /** Updates of a message within this time are one. */
  readonly updateMs?: number;
}

/** A conversation piped in, and everything that was printed. */
async function conversation(listen: (app: App) => void, ...typed: string[]): Promise<string> {
  return converse({ listen, typed });
}

async function converse({ listen, typed, updateMs = 20 }: Conversation): Promise<string> {
  const clock = aClock();
  const { slack } = await aSocketApp(
    (app) => {
      app.command('/drift', async ({ ack, respond }) => {
        await ack();
        await respond({
          text: 'overview',
          blocks: [
            { type: 'section', text: { type: 'mrkdwn', text: '20 OutOfSync' } },
            {
              type: 'actions',
              elements: ['diagnose', 'snooze'].map((id) => ({
                type: 'button',
                action_id: id,
                text: { type: 'plain_text', text: id },
              })),
            },
          ],
        });
      });
      listen(app);
    },
    { clock },
  );
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(`${typed.join('\n')}\n`);
  await runTerminal({
    input,
    output,
    env: {},
    visit: {
      slack,
      deeds: [crash],
      now: clock.now,
      advance: async (milliseconds) => clock.advance(milliseconds),
    },
    start: { person: 'U0ADA', channel: 'C0PLATFORM' },
    welcome: ['welcome'],
    isReportDue: false,
    signal: new AbortController().signal,
    onInterrupt: () => undefined,
    pace: { updateMs, quietMs: 100, newsMs: 300, answerMs: 120_000 },
  });
  output.end();
  return (await output.toArray()).join('');
}

describe('the workspace in a pipe', () => {
  it('answers commands, and buttons by number and by label, before it reads on', async () => {
    const pressed: string[] = [];
    const text = await conversation(
      (app) => {
        app.action(/.*/, async ({ ack, action, respond }) => {
          await ack();
          pressed.push('action_id' in action ? action.action_id : '');
          await respond({ replace_original: false, text: `pressed ${pressed.length}` });
        });
      },
      'say hello',
      '/drift',
      '2',
      'press Diagnose',
      '99',
      'as grace',
      '1',
    );
    expect(pressed).toEqual(['snooze', 'diagnose']);
    expect(text).toContain(
      'Ada (platform operator) in #platform > /drift\n\nPlumbline 10:00 · only you see this\n│ 20 OutOfSync\n│ [1 diagnose] [2 snooze]\n',
    );
    expect(text.indexOf('pressed 1')).toBeLessThan(text.indexOf('> press Diagnose'));
    expect(text).toContain('no button has the number 99');
    expect(text).toContain('only Ada sees that: as ada');
  });

  it('fills in a form field by field, and asks again for what is refused', async () => {
    const sent: unknown[] = [];
    const text = await conversation(
      (app) => {
        app.action('snooze', async ({ ack, body, client }) => {
          await ack();
          if ('trigger_id' in body)
            await client.views.open({
              trigger_id: body.trigger_id,
              view: aModal('Snooze', anInput('why', 'Reason'), anInput('long', 'How long')),
            });
        });
        app.view('snooze', async ({ ack, view, client }) => {
          const long = view.state.values.long?.answer?.value;
          if (long === 'ever') return ack({ response_action: 'errors', errors: { long: 'At most a week.' } });
          await ack();
          sent.push([view.state.values.why?.answer?.value, long]);
          await client.chat.postEphemeral({ channel: 'C0PLATFORM', user: 'U0ADA', text: 'quiet now' });
        });
      },
      '/drift',
      '2',
      'it is known',
      'ever',
      'submit',
      'a week',
      'submit',
    );
    expect(sent).toEqual([['it is known', 'a week']]);
    expect(text).toContain('Reason > it is known\nHow long > ever\nsubmit or cancel > submit\n');
    expect(text).toContain('How long (At most a week.) > a week\n');
    expect(text).toContain('│ quiet now');
  });

  it('acts as others elsewhere, and says what cannot be', async () => {
    const text = await conversation(
      () => undefined,
      '/drift',
      'as ken',
      'go #payments',
      '/drift',
      'as vera',
      'go #payments',
      'go #nowhere',
      'as nobody',
      '/unheard',
    );
    expect(text).toContain('Ken (developer) in #payments > /drift\n\nPlumbline');
    expect(text).toContain('Vera (viewer) in #platform > go #payments\nVera is not in #payments\n');
    expect(text).toContain('there is no channel #nowhere');
    expect(text).toContain('nobody is called nobody');
    expect(text).toMatch(/Slack says: the app (is not there|did not respond in time)/);
  });

  it('moves the clock and makes things happen', async () => {
    const text = await conversation(
      () => undefined,
      '/drift',
      'advance to 09:00',
      'advance never',
      'do crash gitea',
      'do crash none',
      'do harm',
      'deeds',
      'people',
    );
    expect(text).toContain('it is now 2026-03-03 09:00 (Europe/Berlin)');
    expect(text).toContain('write 30m, 1h, 1d, to 09:00 or to tomorrow');
    expect(text).toContain('> do crash gitea\ngitea crashes\n');
    expect(text).toContain('no app none');
    expect(text).toContain('no deed called harm, only: crash APP');
    expect(text).toContain('  do crash APP  an app crashes');
    expect(text).toContain('grace     Grace, platform operator');
  });

  it('shows what the bot posts, and what becomes of it, once', async () => {
    const listen = (app: App) => {
      app.command('/post', async ({ ack, client }) => {
        await ack();
        await aPost(app);
        const posted = await client.chat.postMessage({ channel: 'C0PLATFORM', text: 'scanning' });
        for (const step of ['1 of 52', '51 of 52', 'done'])
          await client.chat.update({ channel: 'C0PLATFORM', ts: posted.ts ?? '', text: step });
        await client.chat.postMessage({ channel: 'C0PAYMENTS', text: 'for payments' });
      });
    };
    const text = await converse({ listen, typed: ['/post'], updateMs: 5000 });
    expect(text).toContain('│ [1 Approve] [2 Deny]');
    expect(text.match(/updated/g)).toHaveLength(1);
    expect(text).toMatch(/updated\n│ done/);
    expect(text).not.toContain('51 of 52');
    expect(text).toContain('new in #payments: for payments');
  });
});
