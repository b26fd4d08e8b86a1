import type { FoundApp } from '../../flows/read-fleet.ts';
import type { Command } from '../commands/command.ts';
import { renderUnknownApp } from '../render/answers/unknown-app.ts';
import type { Rendered } from '../render/kit/rendered.ts';
import type { AnswerContext, AnswerDeps } from './answer.ts';
import { nearestTo } from './nearest.ts';

type AppCommand = Extract<Command, { readonly name: 'app' | 'diff' | 'fix' | 'scan' }>;

/** The app that was named, or what to say instead: no such app, or several. */
export async function findApp(
  command: AppCommand,
  { viewer }: AnswerContext,
  { fleet, clock }: AnswerDeps,
): Promise<{ readonly app: FoundApp } | { readonly instead: Rendered }> {
  const name = command.app ?? '';
  const found = await fleet.findApps(viewer.scopes, name, command.instance);
  const [app, ...others] = found;
  if (app !== undefined && others.length === 0) return { app };
  const views = await fleet.views(viewer.scopes, command.instance);
  const snapshots = views.flatMap(({ snapshot }) => snapshot ?? []);
  const nearest =
    found.length > 0
      ? found.map(({ instance, record: { ref } }) => ({
          instance,
          key: `${ref.namespace}/${ref.name}`,
          name: ref.name,
        }))
      : nearestTo(name.slice(name.indexOf('/') + 1), await fleet.names(viewer.scopes, command.instance));
  return { instead: renderUnknownApp({ command, nearest, snapshots, now: clock.now() }) };
}
