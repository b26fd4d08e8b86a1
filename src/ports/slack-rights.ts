/*
 * The scopes of the bot token, and what is lost without each. `doctor` and manifest.yml are held to this list.
 */

export interface ScopeNeed {
  readonly scope: string;
  /** What does not work without it. */
  readonly loses: string;
  /** Everything else goes on without it. */
  readonly isOptional?: true;
}

const FOUND_AGAIN = 'after a crash, a message that may or may not have arrived';

export const SLACK_NEEDS: readonly ScopeNeed[] = [
  { scope: 'commands', loses: '/drift is not there' },
  { scope: 'chat:write', loses: 'digests, alerts and shared answers do not arrive' },
  { scope: 'files:write', loses: 'a diff that is too long for a message is not sent as a file' },
  { scope: 'im:write', loses: 'files cannot be sent to the person who asked' },
  { scope: 'usergroups:read', loses: 'roles that the policy gives to user groups have nobody in them' },
  { scope: 'channels:history', loses: `${FOUND_AGAIN} is not repeated in public channels`, isOptional: true },
  { scope: 'groups:history', loses: `${FOUND_AGAIN} is not repeated in private channels`, isOptional: true },
  { scope: 'channels:read', loses: 'the doctor cannot tell whether the bot is in a public channel', isOptional: true },
  { scope: 'groups:read', loses: 'the doctor cannot tell whether the bot is in a private channel', isOptional: true },
];
