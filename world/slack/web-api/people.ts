import type { JsonObject } from '../../../src/core/model/json.ts';
import { wireBotUser, wirePerson } from '../interactions/wire.ts';
import type { UserGroup } from '../workspace/types.ts';
import { ApiError } from './api-error.ts';
import type { Call, Methods } from './method.ts';
import { pageOf } from './paging.ts';

/** Slack's mark of a disabled group; when that was is of no interest here. */
const DISABLED_AT = 1_700_000_000;

function mayReadEmail({ site }: Call): boolean {
  return site.app.scopes.includes('users:read.email');
}

function wireGroup({ args, site }: Call, { id, handle, name, users, isDisabled }: UserGroup): JsonObject {
  return {
    id,
    team_id: site.workspace.team.id,
    is_usergroup: true,
    name,
    handle,
    date_delete: isDisabled ? DISABLED_AT : 0,
    ...(args.flag('include_count') && { user_count: users.length }),
    ...(args.flag('include_users') && { users }),
  };
}

/** Disabled groups only where the call asks for them. */
function groups({ args, site }: Call): readonly UserGroup[] {
  if (!site.hasUserGroups()) throw new ApiError('plan_upgrade_required');
  return site.workspace.groups.filter(({ isDisabled }) => !isDisabled || args.flag('include_disabled'));
}

export const peopleMethods: Methods = {
  'users.info': {
    tier: 4,
    scope: 'users:read',
    handle(call) {
      const { workspace } = call.site;
      const id = call.args.need('user');
      if (id === workspace.bot.userId) return { user: wireBotUser(workspace) };
      const person = workspace.person(id);
      if (!person) throw new ApiError('user_not_found');
      return { user: wirePerson(workspace, person, mayReadEmail(call)) };
    },
  },
  'users.list': {
    tier: 2,
    scope: 'users:read',
    handle(call) {
      const { workspace } = call.site;
      const members = [
        ...workspace.people.map((person) => wirePerson(workspace, person, mayReadEmail(call))),
        wireBotUser(workspace),
      ];
      const { items, nextCursor } = pageOf(members, call.args);
      return { members: items, response_metadata: { next_cursor: nextCursor } };
    },
  },
  'usergroups.list': {
    tier: 2,
    scope: 'usergroups:read',
    handle: (call) => ({ usergroups: groups(call).map((group) => wireGroup(call, group)) }),
  },
  'usergroups.users.list': {
    tier: 2,
    scope: 'usergroups:read',
    handle(call) {
      const id = call.args.need('usergroup');
      const group = groups(call).find((candidate) => candidate.id === id);
      if (!group) throw new ApiError('no_such_subteam');
      return { users: group.users };
    },
  },
};
