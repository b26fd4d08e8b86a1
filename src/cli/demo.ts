import { UsageError } from '../core/model/errors.ts';
import { EXIT, type Io } from './io.ts';

export interface DemoOptions {
  readonly json?: boolean;
  /** commander: `--no-bot` sets it to false. */
  readonly bot: boolean;
  readonly apps?: string;
}

/** The simulated outside world, as far as the command line has to know it. */
export interface World {
  readonly argocd: { readonly server: string; readonly token: string };
  readonly kubeconfig: string | null;
  readonly git: string | null;
  close(): Promise<void>;
}

export interface DemoDeps {
  readonly startWorld: (options: { readonly apps?: number }) => Promise<World>;
}

/** `plumbline demo --no-bot`: starts the outside world and keeps it until Ctrl-C or SIGTERM, then cleans up. */
export async function demo(
  options: DemoOptions,
  { startWorld }: DemoDeps,
  io: Io,
  signal: AbortSignal,
): Promise<number> {
  if (options.bot) {
    throw new UsageError(
      'cli.no-bot-yet',
      'the demo has no bot yet',
      'plumbline demo --no-bot starts the simulated Argo CD and Kubernetes to point scan, app, doctor or kubectl at',
    );
  }
  const apps = options.apps === undefined ? undefined : appsFrom(options.apps);
  const world = await startWorld(apps === undefined ? {} : { apps });
  try {
    io.out.write(options.json ? `${JSON.stringify(documentOf(world))}\n` : textOf(world));
    await untilAborted(signal);
    return EXIT.nothing;
  } finally {
    await world.close();
  }
}

function appsFrom(text: string): number {
  const apps = Number(text);
  if (Number.isInteger(apps) && apps > 0 && apps <= 100_000) return apps;
  throw new UsageError(
    'cli.apps',
    `--apps takes a whole number from 1 to 100000, not ${text}`,
    'plumbline demo --no-bot --apps 5000',
  );
}

/** One line with every part of the demo; those that are not there are null (DESIGN §6). */
function documentOf({ argocd, kubeconfig, git }: World): object {
  return { page: null, argocd, kubeconfig, slack: null, redis: null, git, control: null };
}

function textOf({ argocd, kubeconfig, git }: World): string {
  return [
    'A simulated Argo CD is up. In another terminal:',
    '',
    `  export ARGOCD_SERVER=${argocd.server}`,
    `  export ARGOCD_AUTH_TOKEN=${argocd.token}`,
    ...(kubeconfig === null ? [] : [`  export KUBECONFIG=${kubeconfig}`]),
    '  npm run -s plumbline -- scan',
    ...(git === null ? [] : ['', `Its Git repository: ${git}`]),
    '',
    'Ctrl-C stops it and cleans up.',
    '',
  ].join('\n');
}

/** Nothing else may hold the process open, so a timer does. */
async function untilAborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const keepAlive = setInterval(() => undefined, 60_000);
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (signal.aborted) resolve();
  await promise;
  clearInterval(keepAlive);
}
