import type { AllMiddlewareArgs, App, RespondArguments, SlackCommandMiddlewareArgs } from '@slack/bolt';
import { SLASH_COMMAND } from '../../commands/registry.ts';
import type { Converse } from '../../converse.ts';
import type { Rendered } from '../../render/kit/rendered.ts';
import type { Listen } from '../listen.ts';

type Args = SlackCommandMiddlewareArgs & AllMiddlewareArgs;

/** `/drift …` */
export function listenToDrift(app: App, listen: Listen, converse: Converse): void {
  app.command(
    SLASH_COMMAND,
    listen<Args, string | RespondArguments>({
      acknowledge: 'at-once',
      about: ({ command }) => ({ user: command.user_id, channel: command.channel_id }),
      hear: (args, heard) => {
        const { text, user_id: user, channel_id: channel } = args.command;
        return converse(
          { text, user, channel },
          async ({ rendered, isPassing, beneath }, index) => {
            if (isPassing && index > 0) return;
            await tell(args, index === 0 ? rendered : (beneath ?? rendered));
          },
          heard,
        );
      },
      apologize: tell,
    }),
  );
}

async function tell({ respond }: Args, { text, blocks }: Rendered): Promise<void> {
  await respond({ response_type: 'ephemeral', text, blocks: [...blocks] });
}
