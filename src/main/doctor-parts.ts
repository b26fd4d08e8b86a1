import type { Config } from '../config/schema.ts';
import { defined } from '../core/model/defined.ts';
import type { WorkspacePatient } from '../flows/doctor/check-workspace.ts';
import type { Remediation } from '../flows/doctor/check-writing.ts';
import { makeWorkspaceCheck } from '../slack/web/workspace-check.ts';
import { slackConnectionOf } from './slack-connection.ts';

/** Slack as the doctor sees it; undefined: it is not configured. */
export function workspacePatientOf({ slack, policy }: Pick<Config, 'slack' | 'policy'>): WorkspacePatient | undefined {
  const { botToken, apiUrl } = slack;
  if (botToken === undefined) return undefined;
  const groups = new Map<string, readonly string[]>();
  for (const [role, { groups: ids }] of Object.entries(policy.roles)) {
    for (const id of ids) groups.set(id, [...(groups.get(id) ?? []), role]);
  }
  return {
    workspace: makeWorkspaceCheck({ botToken, ...defined({ apiUrl }) }),
    delivery: () => (slackConnectionOf(slack).mode === 'socket' ? 'Socket Mode' : 'HTTP, at /slack/events'),
    channels: slack.channels.map(({ id }) => id),
    groups,
  };
}

/** What each instance allows. */
export function remediationsOf({ instances }: Pick<Config, 'instances'>): (instance: string) => Remediation {
  return (instance) => {
    const found = instances.find(({ name }) => name === instance)?.remediation;
    return found?.enabled ? { bundleNamespace: found.bundleNamespace } : undefined;
  };
}
