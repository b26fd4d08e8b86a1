import { defined } from '../../core/model/defined.ts';
import type { InstanceView } from '../../flows/read-fleet.ts';
import { renderNotVisible } from '../render/answers/not-visible.ts';
import { renderScanProgress } from '../render/answers/scan-progress.ts';
import { renderScanResult, type ScanOutcome } from '../render/answers/scan-result.ts';
import type { Answer, AnswerContext, AnswerDeps, Frame } from './answer.ts';
import { answerApp } from './app.ts';

type ScanCommand = Parameters<Answer<'scan'>>[0];

const POLL_MS = 1000;
/** A response URL takes five answers: the first, three on the way, the end. */
const ON_THE_WAY = 3;
const PATIENCE_MS = 8 * 60_000;

/** A fresh scan, or a fresh look at one app. */
export const answerScan: Answer<'scan'> = async function* (command, context, deps) {
  const { app, instance } = command;
  if (app !== undefined) {
    return yield* answerApp({ name: 'app', app, ...defined({ instance }) }, context, deps);
  }
  const before = await deps.fleet.views(context.viewer.scopes, instance);
  if (before.length === 0) return yield { rendered: renderNotVisible(0) };
  for (const view of before) await deps.queue.ask({ type: 'scan', instance: view.instance, reason: 'person' });
  yield { rendered: renderScanProgress([], deps.clock.now()) };
  yield* follow(command, before, context, deps);
};

async function* follow(
  command: ScanCommand,
  before: readonly InstanceView[],
  context: AnswerContext,
  deps: AnswerDeps,
): AsyncGenerator<Frame> {
  const started = new Map(before.map(({ instance, scan }) => [instance, scan?.scanId]));
  const isNewer = ({ instance, scan }: InstanceView): boolean =>
    scan !== undefined && scan.scanId !== started.get(instance);
  let told = 0;
  for (const until = deps.pace.now() + PATIENCE_MS; deps.pace.now() < until; ) {
    await deps.pace.wait(POLL_MS, context.signal);
    const views = await deps.fleet.views(context.viewer.scopes, command.instance);
    const isOver = ({ scan, reach }: InstanceView): boolean =>
      scan?.finishedAt !== undefined || reach?.downSince !== undefined;
    if (views.every((view) => isOver(view) && (isNewer(view) || view.reach?.downSince !== undefined))) {
      const outcomes = views.map((view) => outcomeOf(view, before));
      return yield { rendered: renderScanResult({ outcomes, command, now: deps.clock.now() }) };
    }
    const running = views
      .filter(isNewer)
      .flatMap(({ instance, scan }) => (scan === undefined ? [] : [{ ...scan, instance }]));
    const share = shareOf(running);
    if (told < ON_THE_WAY && share >= (told + 1) / (ON_THE_WAY + 1)) {
      told += 1;
      yield { rendered: renderScanProgress(running, deps.clock.now()), isPassing: true };
    }
  }
  context.log.warn('a scan outlasted the patience of its asker');
}

function shareOf(scans: readonly { readonly done: number; readonly of: number }[]): number {
  const of = scans.reduce((sum, scan) => sum + scan.of, 0);
  return of === 0 ? 0 : scans.reduce((sum, scan) => sum + scan.done, 0) / of;
}

function outcomeOf({ instance, snapshot, scan, reach }: InstanceView, before: readonly InstanceView[]): ScanOutcome {
  const earlier = before.find((view) => view.instance === instance)?.snapshot;
  const failure = reach?.downSince === undefined ? scan?.failure : (reach.reason ?? 'Argo CD does not answer');
  const tookMs = scan?.finishedAt === undefined ? 0 : Date.parse(scan.finishedAt) - Date.parse(scan.startedAt);
  return {
    instance,
    tookMs,
    ...(snapshot === undefined || failure !== undefined ? {} : { snapshot }),
    ...defined({ before: earlier, failure }),
  };
}
