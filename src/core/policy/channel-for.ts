import { coversApp, coversInstance, type LabelSelector } from '../model/fleet-scope.ts';
import { type ChannelScope, scopeOfChannel } from './visibility.ts';

export interface Placed {
  readonly instance: string;
  readonly project: string;
  readonly labels: LabelSelector;
}

/**
 * Where requests about an app are shown: where they were made, if that channel covers the app, else the first channel
 * that names its project, else the first that covers it. Undefined: no channel covers it, so nobody could decide.
 */
export function channelFor(channels: readonly ChannelScope[], app: Placed, from: string): string | undefined {
  const covering = channels.filter((channel) => {
    const scope = scopeOfChannel(channel);
    return coversInstance(scope, app.instance) && coversApp(scope, app);
  });
  const chosen =
    covering.find(({ id }) => id === from) ?? covering.find(({ projects }) => !projects.includes('*')) ?? covering[0];
  return chosen?.id;
}

/** The channel of the platform's team: the configured one, else the first that covers everything. */
export function platformChannel(channels: readonly ChannelScope[], configured: string | undefined): string | undefined {
  return configured ?? channels.find(({ projects, labels }) => projects.includes('*') && labels === undefined)?.id;
}
