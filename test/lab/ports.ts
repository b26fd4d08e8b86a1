import { createServer, type Server } from 'node:net';

/** Ports that were free a moment ago; all are held open until the last one is known, so they differ. */
export async function pickPorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const servers = await Promise.all(names.map(() => listen()));
  const entries = servers.map((server, index) => [names[index], portOf(server)] as const);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return Object.fromEntries(entries) as Record<Name, number>;
}

function listen(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the probe socket has no port');
  return address.port;
}
