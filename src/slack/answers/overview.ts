import { renderNotVisible } from '../render/answers/not-visible.ts';
import { renderOverview } from '../render/answers/overview.ts';
import { renderScanProgress } from '../render/answers/scan-progress.ts';
import type { Answer } from './answer.ts';

/** From the snapshot alone: its cost is the number of patterns. */
export const answerOverview: Answer<'overview'> = async function* (command, { viewer }, { fleet, clock, remedy }) {
  const views = await fleet.views(viewer.scopes, command.instance);
  const now = clock.now();
  if (views.length === 0) return yield { rendered: renderNotVisible(0) };
  const snapshots = views.flatMap(({ snapshot }) => snapshot ?? []);
  const reach = views.flatMap((view) => (view.reach?.downSince === undefined ? [] : [view.reach]));
  if (snapshots.length > 0 || reach.length > 0) {
    return yield { rendered: renderOverview({ snapshots, reach, command, canFix: remedy?.canFix, now }) };
  }
  const scans = views.flatMap(({ instance, scan }) => (scan === undefined ? [] : [{ ...scan, instance }]));
  yield { rendered: renderScanProgress(scans, now) };
};
