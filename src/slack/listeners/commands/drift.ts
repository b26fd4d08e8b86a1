import type { App } from '@slack/bolt';
import type { Metrics } from '../../../ports/metrics.ts';
import { SLASH_COMMAND } from '../../commands/registry.ts';
import type { Converse } from '../../converse.ts';

/** `/drift …`: acknowledged before anything else. */
export function listenToDrift(app: App, converse: Converse, metrics: Metrics): void {
  app.command(SLASH_COMMAND, async ({ ack, command, respond }) => {
    const started = performance.now();
    await ack();
    metrics.record('plumbline_ack_seconds', (performance.now() - started) / 1000, {});
    const { text, user_id: user, channel_id: channel } = command;
    await converse({ text, user, channel }, async ({ rendered, isPassing, beneath }, index) => {
      if (isPassing && index > 0) return;
      const { text: fallback, blocks } = index === 0 ? rendered : (beneath ?? rendered);
      await respond({ response_type: 'ephemeral', text: fallback, blocks: [...blocks] });
    });
  });
}
