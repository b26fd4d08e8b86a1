import { afterEach, describe, expect, it } from 'vitest';
import { textOf } from '../../../../src/demo/slack/text.ts';
import { aSocketApp, closeAll } from './support.ts';

afterEach(closeAll);

describe('a real Bolt app over Socket Mode', () => {
  it('acknowledges a command and answers through its response URL', async () => {
    const { slack } = await aSocketApp((app) =>
      app.command('/drift', async ({ ack, respond, command }) => {
        await ack();
        await respond(`you asked for ${command.text}`);
      }),
    );
    const { ack, shown } = await slack.person('U0ADA').command('/drift app gitea', 'C0PLATFORM');
    expect(shown).toBeUndefined();
    expect(ack).toMatchObject({ status: 'acked' });
    const answer = await slack.workspace.until(() => slack.workspace.ephemerals('U0ADA')[0]);
    expect(textOf(answer)).toBe('you asked for app gitea');
    expect(slack.workspace.messages('C0PLATFORM')).toEqual([]);
  });
});
