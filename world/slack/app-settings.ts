import { z } from 'zod';

/** What of a Slack app manifest the simulator obeys. */
export const AppManifest = z.looseObject({
  display_information: z.looseObject({ name: z.string() }).optional(),
  features: z
    .looseObject({
      app_home: z.looseObject({ home_tab_enabled: z.boolean().optional() }).optional(),
      bot_user: z.looseObject({ display_name: z.string() }).optional(),
      slash_commands: z.array(z.looseObject({ command: z.string(), should_escape: z.boolean().optional() })).optional(),
      unfurl_domains: z.array(z.string()).optional(),
    })
    .optional(),
  oauth_config: z
    .looseObject({
      scopes: z
        .looseObject({ bot: z.array(z.string()).optional(), bot_optional: z.array(z.string()).optional() })
        .optional(),
    })
    .optional(),
  settings: z
    .looseObject({
      event_subscriptions: z.looseObject({ bot_events: z.array(z.string()).optional() }).optional(),
      interactivity: z.looseObject({ is_enabled: z.boolean() }).optional(),
    })
    .optional(),
});
export type AppManifest = z.infer<typeof AppManifest>;

export interface AppSettings {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Undefined: any command is the app's. */
  readonly commands: ReadonlyMap<string, { readonly shouldEscape: boolean }> | undefined;
  /** Undefined: every event is delivered. */
  readonly events: ReadonlySet<string> | undefined;
  readonly unfurlDomains: readonly string[];
  readonly hasHomeTab: boolean;
  readonly isInteractive: boolean;
}

/** Every scope a method of this simulator asks for. */
const ALL_SCOPES: readonly string[] = [
  'commands',
  'chat:write',
  'chat:write.public',
  'files:write',
  'usergroups:read',
  'users:read',
  'users:read.email',
  'links:read',
  'links:write',
  'im:write',
  'im:read',
  'im:history',
  'channels:read',
  'channels:history',
  'groups:read',
  'groups:history',
];

/** An app that may do anything: for tests that are not about permissions. */
const UNRESTRICTED: AppSettings = {
  name: 'plumbline',
  scopes: ALL_SCOPES,
  commands: undefined,
  events: undefined,
  unfurlDomains: ['argocd.example.com'],
  hasHomeTab: true,
  isInteractive: true,
};

export function appSettings(manifest?: AppManifest): AppSettings {
  if (!manifest) return UNRESTRICTED;
  const { features, oauth_config: oauth, settings } = manifest;
  return {
    name: features?.bot_user?.display_name ?? manifest.display_information?.name ?? 'app',
    // who installs the app may leave optional scopes out, and usually does not
    scopes: [...(oauth?.scopes?.bot ?? []), ...(oauth?.scopes?.bot_optional ?? [])],
    commands: new Map(
      (features?.slash_commands ?? []).map(({ command, should_escape: shouldEscape = false }) => [
        command,
        { shouldEscape },
      ]),
    ),
    events: new Set(settings?.event_subscriptions?.bot_events ?? []),
    unfurlDomains: features?.unfurl_domains ?? [],
    hasHomeTab: features?.app_home?.home_tab_enabled ?? false,
    isInteractive: settings?.interactivity?.is_enabled ?? false,
  };
}
