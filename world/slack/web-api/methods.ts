import { chatMethods } from './chat.ts';
import { conversationMethods } from './conversations.ts';
import { fileMethods } from './files.ts';
import type { Methods } from './method.ts';
import { peopleMethods } from './people.ts';
import { viewMethods } from './views.ts';

const appMethods: Methods = {
  'auth.test': {
    tier: 'special',
    handle({ site: { workspace } }) {
      const { team, bot } = workspace;
      return {
        url: `https://${team.domain}.slack.com/`,
        team: team.name,
        user: bot.name,
        team_id: team.id,
        user_id: bot.userId,
        bot_id: bot.botId,
        is_enterprise_install: false,
      };
    },
  },
  'apps.connections.open': {
    tier: 1,
    isAppLevel: true,
    handle: ({ site }) => ({ url: site.issueSocketUrl() }),
  },
};

export const methods: Methods = {
  ...appMethods,
  ...chatMethods,
  ...conversationMethods,
  ...viewMethods,
  ...peopleMethods,
  ...fileMethods,
};
