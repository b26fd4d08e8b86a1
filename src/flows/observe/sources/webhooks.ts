import type { ResourceSource } from '../source.ts';

export const webhooks: ResourceSource<'webhooks'> = async (_, { cluster, shared, lookout, options }) =>
  cluster && (await lookout.look('mutating webhooks', () => shared.webhooks(cluster, options)));
