import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Asked, ask } from './bot/load.ts';
import { percentilesOf } from './bot/percentiles.ts';
import { type Stage, setStage } from './bot/stage.ts';

const PER_SECOND = 50;
const SECONDS = 20;
const ASKED = PER_SECOND * SECONDS;
const WARM_UP = 100;
const NAMES = 100;
const CHANGED = 0.01;

interface Phase {
  readonly asked: readonly Asked[];
  readonly loop: { readonly p99: number; readonly max: number };
  /** The same of the bench itself, which has little to do: what the machine adds to every figure. */
  readonly ownLoop: { readonly p99: number; readonly max: number };
  readonly failed: number;
  /** Processor time of the bot for one command, its live looks included. */
  readonly cpuMs: number;
}

/** How long people wait for the bot, with nothing else going on and while the fleet is scanned. */
export async function benchBot({ apps, rate }: { readonly apps: number; readonly rate: number }): Promise<void> {
  const stage = await setStage({ apps, people: WARM_UP + 2 * ASKED, requestsPerSecond: rate });
  try {
    await measure(stage, apps);
  } finally {
    await stage.close();
  }
}

async function measure(stage: Stage, apps: number): Promise<void> {
  const everybody = stage.slack.workspace.people.map(({ id }) => id);
  const appNames = Array.from({ length: NAMES }, (_, index) => {
    const number = 1 + Math.floor((index * apps) / NAMES);
    return `app-${String(number).padStart(5, '0')}`;
  });
  const phase = async (from: number, size: number): Promise<Phase> => {
    const before = await stage.bot.failedAnswers();
    const cpuBefore = await stage.bot.cpuMs();
    await stage.bot.loopDelayMs();
    const own = monitorEventLoopDelay();
    own.enable();
    const people = everybody.slice(from, from + size);
    const asked = await ask(stage.slack, { people, appNames, perSecond: PER_SECOND });
    own.disable();
    return {
      asked,
      loop: await stage.bot.loopDelayMs(),
      ownLoop: { p99: own.percentile(99) / 1e6, max: own.max / 1e6 },
      failed: (await stage.bot.failedAnswers()) - before,
      cpuMs: ((await stage.bot.cpuMs()) - cpuBefore) / size,
    };
  };

  // names, answers of the simulated Argo CD and compiled code are warm from here on
  await phase(0, WARM_UP);
  const quiet = await stage.scan({ full: true });
  const idle = await phase(WARM_UP, ASKED);
  const scans = scanOnAndOn(stage);
  const scanning = await phase(WARM_UP + ASKED, ASKED);
  const loaded = await scans.stop();
  await stage.forgetAsked();
  // the simulator has to make its answers to the probes first
  await stage.scan({ full: false });
  const unchanged = await stage.scan({ full: false });
  await stage.change(CHANGED);
  const again = await stage.scan({ full: false });

  const { snapshot, rows, patterns } = await stage.storedBytes();
  console.log(
    `bot: ${apps} apps; ${PER_SECOND} commands/s for ${SECONDS} s; load of the machine ${loadavg()[0]?.toFixed(1)}; ` +
      `snapshot ${kb(snapshot)} with ${patterns} patterns, rows ${kb(rows)}`,
  );
  print('idle', idle);
  print('under scan', scanning);
  const [ratioAck, ratioFirst] = [ackOf, firstOf].map((of) => ratio(p99(scanning.asked, of), p99(idle.asked, of)));
  console.log(`  p99 under scan ÷ idle: acknowledgement ${ratioAck}, first answer ${ratioFirst}`);
  const mean = loaded.reduce((sum, seconds) => sum + seconds, 0) / loaded.length;
  console.log(
    `  full scan ${quiet.toFixed(1)} s quiet, ${mean.toFixed(1)} s under load (${ratio(mean, quiet)}, ${loaded.length} scans); ` +
      `again with nothing changed ${unchanged.toFixed(1)} s (${ratio(unchanged, quiet)}), ` +
      `with 1 % changed ${again.toFixed(1)} s (${ratio(again, quiet)})`,
  );
  const [botMb, workerMb] = await Promise.all([stage.bot.peakMb(), stage.worker.peakMb()]);
  console.log(`  peak memory: bot ${Math.round(botMb)} MB, worker ${Math.round(workerMb)} MB`);
}

/** Full scans one after the other, until told to stop; says how long those took that people asked during. */
function scanOnAndOn(stage: Stage): { stop(): Promise<readonly number[]> } {
  let isOver = false;
  const run = async (): Promise<readonly number[]> => {
    const took: number[] = [];
    while (!isOver) took.push(await stage.scan({ full: true }));
    return took;
  };
  const running = run();
  return {
    stop() {
      isOver = true;
      return running;
    },
  };
}

function print(name: string, { asked, loop, ownLoop, failed, cpuMs }: Phase): void {
  const silent = asked.filter(({ ackMs, firstMs }) => ackMs === undefined || firstMs === undefined).length;
  console.log(
    `  ${name}: ${asked.length} asked, ${silent} without an answer, ${failed} failed; ${cpuMs.toFixed(1)} ms cpu of the bot each; ` +
      `wait for the event loop p99, longest: bot ${loop.p99.toFixed(0)}, ${loop.max.toFixed(0)} ms; ` +
      `bench ${ownLoop.p99.toFixed(0)}, ${ownLoop.max.toFixed(0)} ms`,
  );
  console.log(
    `    ${''.padEnd(20)} acknowledgement p50   p95   p99   max     first answer p50   p95   p99   max  [ms]`,
  );
  const groups = [['all', asked] as const, ...Map.groupBy(asked, ({ command }) => command)];
  for (const [command, some] of groups) {
    console.log(`    ${command.padEnd(20)} ${figures(some, ackOf, 20)}  ${figures(some, firstOf, 20)}`);
  }
  const live = asked.flatMap((one) => one.live ?? []);
  const seen = live.filter(({ isLive }) => isLive);
  const wanted = asked.filter(({ command }) => command === '/drift app APP').length;
  console.log(
    `    live answers: ${seen.length} of ${wanted} apps, ${live.length - seen.length} told why not;` +
      `${figures(live, ({ afterMs }) => afterMs, 8)}`,
  );
}

const ackOf = ({ ackMs }: Asked): number | undefined => ackMs;
const firstOf = ({ firstMs }: Asked): number | undefined => firstMs;

function figures<T>(some: readonly T[], of: (one: T) => number | undefined, width: number): string {
  const { p50, p95, p99: high, max } = percentilesOf(some.flatMap((one) => of(one) ?? []));
  return [p50, p95, high, max].map((ms, index) => ms.toFixed(0).padStart(index === 0 ? width : 6)).join('');
}

function p99(asked: readonly Asked[], of: (one: Asked) => number | undefined): number {
  return percentilesOf(asked.flatMap((one) => of(one) ?? [])).p99;
}

function ratio(a: number, b: number): string {
  return `${(a / b).toFixed(2)} ×`;
}

function kb(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`;
}
