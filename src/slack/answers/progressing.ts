import type { AppRecord } from '../../core/memory/app-record.ts';
import type { LongNotHealthy } from '../../core/memory/snapshot.ts';
import { appKey } from '../../core/model/app-key.ts';
import { defined } from '../../core/model/defined.ts';
import type { InstanceView } from '../../flows/read-fleet.ts';
import { type ProgressingEntry, renderProgressing } from '../render/answers/progressing.ts';
import type { Answer, AnswerDeps } from './answer.ts';
import { lookLive } from './look-live.ts';

/** So many are looked at live: the worst, which stand first. */
const LIVE = 5;

/** Every app that has not been Healthy for long: as last seen at once, the worst ones as they are now after it. */
export const answerProgressing: Answer<'progressing'> = async function* (command, context, deps) {
  const views = await deps.fleet.views(context.viewer.scopes, command.instance);
  const snapshots = views.flatMap(({ snapshot }) => snapshot ?? []);
  const sick = views.flatMap((view) => (view.snapshot?.notHealthy ?? []).map((app) => ({ view, app })));
  const records = await recordsOf(views, deps);
  const seen = sick.map(({ view, app }) => entryOf(view.instance, app, records.get(`${view.instance} ${app.key}`)));
  yield { rendered: renderProgressing({ entries: seen, snapshots, command, now: deps.clock.now() }) };
  if (sick.length === 0) return;
  const live = await Promise.all(
    sick.map(async ({ view: { instance }, app }, index) => {
      const record = records.get(`${instance} ${app.key}`);
      const answer = index < LIVE && record ? await lookLive({ instance, record }, context, deps) : undefined;
      return answer !== undefined && 'record' in answer
        ? entryOf(instance, refreshed(app, answer.record), answer.record)
        : seen[index];
    }),
  );
  const entries = live.flatMap((entry) => entry ?? []);
  if (isSame(entries, seen)) return;
  yield { rendered: renderProgressing({ entries, snapshots, command, now: deps.clock.now() }) };
};

async function recordsOf(
  views: readonly InstanceView[],
  { fleet }: AnswerDeps,
): Promise<ReadonlyMap<string, AppRecord>> {
  const all = await Promise.all(
    views.map(async ({ instance, snapshot }) => {
      const records = await fleet.records(
        instance,
        (snapshot?.notHealthy ?? []).map(({ key }) => key),
      );
      return records.map((record) => [`${instance} ${appKey(record.ref)}`, record] as const);
    }),
  );
  return new Map(all.flat());
}

function refreshed(app: LongNotHealthy, { health, notHealthy }: AppRecord): LongNotHealthy {
  return { ...app, status: health, ...(notHealthy === undefined ? {} : { cause: notHealthy.cause }) };
}

/** What changed just before is among the evidence of the finding about its health. */
function entryOf(instance: string, app: LongNotHealthy, record: AppRecord | undefined): ProgressingEntry {
  const finding = record?.findings.find(
    ({ driftClass }) => driftClass === 'degraded' || driftClass === 'stuck-progressing',
  );
  const before = finding?.evidence.find(({ source }) => source === 'git')?.says;
  return { instance, app, ...defined({ before }) };
}

/** Restarts move all the time; what people act on is the state and its cause. */
function isSame(a: readonly ProgressingEntry[], b: readonly ProgressingEntry[]): boolean {
  const words = (entries: readonly ProgressingEntry[]): string =>
    entries.map(({ app }) => [app.key, app.status, app.cause.reason, app.cause.log].join(' ')).join('\n');
  return words(a) === words(b);
}
