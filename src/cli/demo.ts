import { defined } from '../core/model/defined.ts';
import { UsageError } from '../core/model/errors.ts';
import { EXIT, type Io } from './io.ts';

export interface DemoOptions {
  readonly json?: boolean;
  /** commander: `--no-bot` sets it to false. */
  readonly bot: boolean;
  readonly apps?: string;
  readonly port?: string;
  readonly headlessCheck?: boolean;
}

/** Where everything is; what is not there is null. `demo --json` prints it, and scripts depend on every key. */
interface DemoPlaces {
  readonly page: string | null;
  readonly argocd: { readonly server: string; readonly token: string };
  readonly kubeconfig: string | null;
  readonly slack: {
    readonly apiUrl: string;
    readonly botToken: string;
    readonly appToken: string;
    readonly signingSecret: string;
  };
  readonly redis: string | null;
  readonly git: string | null;
  readonly control: string;
}

/** The demo, as far as the command line has to know it. */
export interface Demo {
  readonly places: DemoPlaces;
  /** The terminal workspace, until the visitor quits or the input ends. */
  workspace(io: Io, signal: AbortSignal): Promise<void>;
  /** Plays the guided minute; answers whether all of it went as it should. */
  guidedMinute(say: (line: string) => void): Promise<boolean>;
  stop(): Promise<void>;
  /** Leaves nothing behind, at once; the process has to end then. */
  abandon(): void;
}

export interface DemoDeps {
  readonly startDemo: (options: {
    readonly bot: boolean;
    readonly apps?: number;
    readonly port?: number;
    /** Gives up the start, and leaves nothing behind. */
    readonly signal: AbortSignal;
    /** It can be started, and will be now. */
    onStart(): void;
  }) => Promise<Demo>;
}

const INTERRUPTED = 130;

/** `plumbline demo`: everything, with nothing. Ctrl-C or SIGTERM cleans up; a second one does it the hard way. */
export async function demo(
  options: DemoOptions,
  { startDemo }: DemoDeps,
  io: Io,
  signal: AbortSignal,
): Promise<number> {
  const { apps, port } = checked(options);
  const running = await startDemo({
    bot: options.bot,
    signal,
    onStart: () => void (options.json || io.err.write(starting(options))),
    ...defined({ apps, port }),
  }).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (running === undefined) return EXIT.nothing;
  const hurry = (): void => {
    running.abandon();
    process.exit(INTERRUPTED);
  };
  const onAbort = (): void => void process.once('SIGINT', hurry).once('SIGTERM', hurry);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await use(running, options, io, signal);
  } finally {
    await running.stop();
    signal.removeEventListener('abort', onAbort);
    process.off('SIGINT', hurry).off('SIGTERM', hurry);
  }
}

async function use(running: Demo, options: DemoOptions, io: Io, signal: AbortSignal): Promise<number> {
  if (options.headlessCheck) {
    const isFine = await running.guidedMinute((line) => void io.out.write(`${line}\n`));
    return isFine ? EXIT.nothing : EXIT.found;
  }
  if (options.json) io.out.write(`${JSON.stringify(running.places)}\n`);
  else if (options.bot) await running.workspace(io, signal);
  else io.out.write(placesText(running.places));
  if (options.json || !options.bot) await untilAborted(signal);
  return EXIT.nothing;
}

function starting({ bot, apps }: DemoOptions): string {
  const cluster = apps === undefined ? 'a cluster of 52 applications' : `a fleet of ${apps} applications`;
  return `Starting ${cluster}, Argo CD${bot ? ', Slack, Redis and the bot' : ' and Slack'} …\n`;
}

interface Checked {
  readonly apps: number | undefined;
  readonly port: number | undefined;
}

function checked({ bot, apps, port, headlessCheck, json }: DemoOptions): Checked {
  if (headlessCheck && (!bot || apps !== undefined || json)) {
    throw new UsageError(
      'cli.headless-check',
      '--headless-check plays the story with the bot: it goes with none of --no-bot, --apps and --json',
      'plumbline demo --headless-check',
    );
  }
  return {
    apps: whole('--apps', apps, 1, 100_000, 'plumbline demo --apps 5000'),
    port: whole('--port', port, 0, 65_535, 'plumbline demo --port 7070'),
  };
}

function whole(name: string, text: string | undefined, from: number, to: number, example: string): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= from && number <= to) return number;
  throw new UsageError(
    `cli.${name.slice(2)}`,
    `${name} takes a whole number from ${from} to ${to}, not ${text}`,
    example,
  );
}

function placesText({ argocd, kubeconfig, git, slack, control }: DemoPlaces): string {
  return [
    'A simulated Argo CD is up. In another terminal:',
    '',
    `  export ARGOCD_SERVER=${argocd.server}`,
    `  export ARGOCD_AUTH_TOKEN=${argocd.token}`,
    ...(kubeconfig === null ? [] : [`  export KUBECONFIG=${kubeconfig}`]),
    '  npm run -s plumbline -- scan',
    '',
    'And a simulated Slack, for a bot of your own:',
    '',
    `  export SLACK_API_URL=${slack.apiUrl}`,
    `  export SLACK_BOT_TOKEN=${slack.botToken} SLACK_APP_TOKEN=${slack.appToken}`,
    '  export PLUMBLINE_CHANNEL=C0PLATFORM',
    '',
    ...(git === null ? [] : [`Its Git repository: ${git}`]),
    `Its clock and its deeds: ${control}`,
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
