import type { Evidence } from '../../model/change.ts';
import type { OtherApp } from '../../model/observation.ts';
import { resourceRule, type Subject } from '../rule.ts';
import { pathsOf } from '../subject.ts';
import { expectedAppOf, isTrackingPath, trackingAppOf } from '../tracking.ts';

/** Two applications render the object and take its tracking id from each other at every sync. */
export const claimedByTwoApps = resourceRule({
  id: 'claimed-by-two-apps',
  title: 'Two applications own the object',
  driftClass: 'shared',
  needs: ['otherApps'],

  claim(subject) {
    const { app, instance, resource, changes } = subject;
    if (resource.target === null) return undefined;
    const holder = foreignHolder(subject);
    const warning = warningFor(subject);
    const renderer = resource.facts.otherApps?.find(({ rendersIt }) => rendersIt);
    if (!warning && !renderer) return undefined;
    const isKnownGone =
      !renderer &&
      holder !== undefined &&
      resource.facts.otherApps !== undefined &&
      !resource.facts.otherApps.some(({ name }) => isNamed(name, holder));
    if (
      isKnownGone ||
      (!warning && holder === undefined && !changes.some(({ path }) => isTrackingPath(path, instance)))
    )
      return undefined;
    const other = renderer?.name ?? holder ?? otherFromWarning(warning ?? '', app.ref.name);
    return {
      changes,
      owner: other === undefined ? '' : `Application ${other}`,
      cause: 'two applications',
      confidence: 'certain',
      evidence: evidenceFor({ warning, renderer, holder }),
      fixes: [{ kind: 'dedupe-owner', paths: pathsOf(changes), detail: detailFor(subject, renderer, holder, other) }],
    };
  },
});

function isNamed(name: string, holder: string): boolean {
  return name === holder || holder.endsWith(`_${name}`);
}

function foreignHolder({ app, instance, resource }: Subject): string | undefined {
  const holder = trackingAppOf(resource.live, instance);
  return holder === undefined || holder === expectedAppOf(resource.target, app, instance) ? undefined : holder;
}

function warningFor({ app, resource }: Subject): string | undefined {
  const subjectName = `${resource.ref.kind}/${resource.ref.name} `;
  return app.conditions.find(({ type, message }) => type === 'SharedResourceWarning' && message.startsWith(subjectName))
    ?.message;
}

/** `… is part of applications argocd/this and other`, in old versions `… is part of a different application: other`. */
function otherFromWarning(message: string, self: string): string | undefined {
  const match = /applications (\S+) and (\S+)|different application: (\S+)/.exec(message);
  return [match?.[2], match?.[3], match?.[1]].find(
    (name) => name !== undefined && name !== self && !name.endsWith(`/${self}`),
  );
}

function evidenceFor({
  warning,
  renderer,
  holder,
}: {
  warning: string | undefined;
  renderer: OtherApp | undefined;
  holder: string | undefined;
}): readonly Evidence[] {
  return [
    ...(warning === undefined ? [] : [{ source: 'argocd' as const, says: `SharedResourceWarning: ${warning}` }]),
    ...(renderer
      ? [
          {
            source: 'git' as const,
            says: `application ${renderer.name}${renderer.instance ? ` of Argo CD ${renderer.instance}` : ''} renders it too`,
          },
        ]
      : []),
    {
      source: 'live',
      says: holder === undefined ? 'this application holds the tracking id now' : `${holder} holds the tracking id now`,
    },
  ];
}

/** Merging owners deletes the object when the one that stops rendering it holds the tracking id and prunes. */
function detailFor(
  { app, resource }: Subject,
  renderer: OtherApp | undefined,
  holder: string | undefined,
  other: string | undefined,
): string {
  const keep = other ?? 'the other application';
  const loserPrunes = holder === undefined && app.autoSync.prune;
  const guard = loserPrunes
    ? `; ${app.ref.name} holds the tracking id and prunes: first set Prune=false on the object or let ${keep} adopt it, or the merge deletes it`
    : renderer?.prune === true && holder !== undefined
      ? `; ${keep} holds the tracking id and prunes, so ${keep} must be the one that stays`
      : '';
  return `let exactly one application render ${resource.ref.kind}/${resource.ref.name}: drop it from ${app.ref.name} and keep ${keep} as the owner${guard}`;
}
