import type { AppSettings } from './app-settings.ts';
import type { Events } from './interactions/events.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { Triggers } from './triggers.ts';
import type { Workspace } from './workspace/make-workspace.ts';

/** Everything the parts of the simulator share. */
export interface Site {
  readonly workspace: Workspace;
  readonly app: AppSettings;
  readonly triggers: Triggers;
  readonly responseUrls: ResponseUrls;
  readonly events: Events;
  /** False on a free plan: user groups then answer `plan_upgrade_required`. */
  readonly hasUserGroups: () => boolean;
  /** Where the app opens its WebSocket; good for one connection. */
  readonly issueSocketUrl: () => string;
  readonly uploadUrlFor: (fileId: string) => string;
}
