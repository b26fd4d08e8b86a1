import { rolesByGroup } from '../config/roles.ts';
import type { Config } from '../config/schema.ts';
import { slackConnectionOf } from '../config/slack-connection.ts';
import { defined } from '../core/model/defined.ts';
import type { WorkspacePatient } from '../flows/doctor/check-workspace.ts';
import { makeWorkspaceCheck } from '../slack/web/workspace-check.ts';

/** Slack as the doctor sees it; undefined: it is not configured. */
export function workspacePatientOf({ slack, policy }: Pick<Config, 'slack' | 'policy'>): WorkspacePatient | undefined {
  const { botToken, apiUrl } = slack;
  if (botToken === undefined) return undefined;
  return {
    workspace: makeWorkspaceCheck({ botToken, ...defined({ apiUrl }) }),
    delivery: () => (slackConnectionOf(slack).mode === 'socket' ? 'Socket Mode' : 'HTTP, at /slack/events'),
    channels: slack.channels.map(({ id }) => id),
    groups: rolesByGroup(policy),
  };
}
