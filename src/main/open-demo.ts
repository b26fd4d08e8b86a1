import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { makeLog } from '../adapters/log/pino-log.ts';
import type { Demo } from '../cli/demo.ts';
import { startDemo } from './demo.ts';
import { loadWorld } from './load-world.ts';
import { startService } from './service.ts';

export interface OpenDemoOptions {
  readonly bot: boolean;
  readonly apps?: number;
  readonly port?: number;
  readonly signal: AbortSignal;
  /** It can be started, and will be now. */
  onStart(): void;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Digests and alerts come as soon as the clock is moved. */
const TICK_MS = 500;

const WELCOME = [
  'This is Plumbline in a Slack of its own, over a cluster of its own. Nothing leaves this machine.',
  '',
  '  /drift                     ask what drifts; then press a button by its number',
  '  /drift fix gitea           ask for a clean-up; then be Grace (as grace) and approve it',
  '  advance to tomorrow        let time pass, and read the digest at nine',
  '  do crash vaultwarden       break something, and see who notices',
  '  help                       everything else; quit or Ctrl-C ends it and cleans up',
  '',
  'The bot is looking at the cluster for the first time. Its report comes in a few seconds.',
];

/** `plumbline demo`, for the command line: the bot that ships, in the simulated world. */
export async function openDemo({ bot, onStart, ...options }: OpenDemoOptions, env: Env): Promise<Demo> {
  const parts = await loadWorld();
  onStart();
  const demo = await startDemo({
    parts,
    ...options,
    path: env.PATH ?? '',
    ...(bot && {
      startBot: ({ config, clock, folder }) => {
        // what it logs would stand between the messages
        const log = makeLog({ level: 'info', destination: createWriteStream(join(folder, 'plumbline.log')) });
        // a KUBECONFIG of the visitor's is none of the demo's business
        return startService({ config, env: { PATH: env.PATH }, role: 'all', log, clock, tickMs: TICK_MS });
      },
    }),
  });
  return {
    ...demo,
    workspace: (io, signal) =>
      parts.runTerminal({
        input: io.in,
        output: io.out,
        env: io.env,
        visit: demo.visit,
        start: { person: 'U0ADA', channel: 'C0PLATFORM' },
        welcome: WELCOME,
        isReportDue: true,
        signal,
        onInterrupt: () => process.kill(process.pid, 'SIGINT'),
      }),
    guidedMinute: (say) => parts.playMinute(demo.visit, say),
  };
}
