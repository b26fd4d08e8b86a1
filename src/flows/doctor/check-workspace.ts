import type { CallOptions } from '../../ports/argocd.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WorkspaceCheck, WorkspaceIdentity } from '../../ports/self-check.ts';
import { SLACK_NEEDS } from '../../ports/slack-rights.ts';
import { type Check, makeRunCheck, type Outcome, type RunCheck } from './check.ts';
import { checkChannel, checkGroup } from './check-audience.ts';
import { checkSlackClock } from './check-clock.ts';

const SLACK = 'Slack';
const REINSTALL = 'Slack → your app → App Manifest: paste manifest.yml, save, then Reinstall to Workspace';

/** Slack as it is configured. */
export interface WorkspacePatient {
  readonly workspace: WorkspaceCheck;
  /** How Slack's requests get here. @throws ConfigError when a setting for it is missing */
  readonly delivery: () => string;
  /** Ids, as configured. */
  readonly channels: readonly string[];
  /** Ids of user groups that the policy names, each with the roles that it gives. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

/** Whether people can ask, and can be told. */
export async function checkWorkspace(
  patient: WorkspacePatient | undefined,
  { clock, ...options }: CallOptions & { readonly clock: Clock },
): Promise<readonly Check[]> {
  const check = makeRunCheck(SLACK, options);
  if (patient === undefined) {
    const says = 'scan, app and explain do without it; serve needs SLACK_BOT_TOKEN';
    return [await check('not configured', async () => ({ ok: true, isNote: true, says }))];
  }
  const { workspace, delivery } = patient;
  const settings = await check('settings', async () => ({ ok: true, says: delivery() }));
  let known: WorkspaceIdentity | undefined;
  const clocks = await check('clock', () =>
    checkSlackClock(clock, async () => {
      known = await workspace.identify(options);
      return known.time;
    }),
  );
  if (known === undefined) return [settings, { ...clocks, name: 'the token is accepted' }];
  const { bot, workspace: name, scopes } = known;
  const token = await check('the token is accepted', async () => ({ ok: true, says: `as ${bot} in ${name}` }));
  return [
    settings,
    token,
    ...(await scopeChecks(scopes, check)),
    ...(await channelChecks(patient, bot, check, options)),
    ...(await groupChecks(patient, check, options)),
    clocks,
  ];
}

async function scopeChecks(scopes: readonly string[] | undefined, check: RunCheck): Promise<readonly Check[]> {
  if (scopes === undefined) {
    return [
      await check('scopes', async () => ({ ok: true, isNote: true, says: 'Slack did not say which are granted' })),
    ];
  }
  const missing = SLACK_NEEDS.filter(({ scope }) => !scopes.includes(scope));
  const granted = SLACK_NEEDS.length - missing.length;
  const lacking = missing.map(({ scope, loses, isOptional = false }) =>
    check(`scope ${scope}`, async (): Promise<Outcome> => {
      const outcome = { ok: isOptional, says: `missing: ${loses}`, repair: REINSTALL };
      return isOptional ? { ...outcome, isNote: true } : outcome;
    }),
  );
  const has = check('scopes', async () => ({ ok: true, says: `${granted} of ${SLACK_NEEDS.length} granted` }));
  return Promise.all([has, ...lacking]);
}

async function channelChecks(
  { workspace, channels }: WorkspacePatient,
  bot: string,
  check: RunCheck,
  options: CallOptions,
): Promise<readonly Check[]> {
  if (channels.length === 0) {
    const says = 'none is configured: nobody gets digests or alerts';
    const repair = 'set PLUMBLINE_CHANNEL to a channel’s id, or list channels under slack.channels';
    return [await check('channels', async () => ({ ok: true, isNote: true, says, repair }))];
  }
  return Promise.all(
    channels.map((id) =>
      check(`channel ${id}`, async () => checkChannel(id, await workspace.channel(id, options), bot)),
    ),
  );
}

async function groupChecks(
  { workspace, groups }: WorkspacePatient,
  check: RunCheck,
  options: CallOptions,
): Promise<readonly Check[]> {
  if (groups.size === 0) return [];
  const asked = workspace.groups(options);
  const readable = await check('user groups', async () => ({ ok: true, says: `${(await asked).length} can be read` }));
  if (!readable.ok) return [readable];
  const known = await asked;
  return Promise.all(
    [...groups].map(([id, roles]) =>
      check(`user group ${id}`, async () =>
        checkGroup(
          { id, roles },
          known.find((group) => group.id === id),
        ),
      ),
    ),
  );
}
