import { resourceRule } from '../rule.ts';
import { annotation, isOnlyLive } from '../subject.ts';
import { INSTALLATION_ID, instanceNameOf, trackingAppOf } from '../tracking.ts';

/** Not in this app's Git, and another Argo CD or application is its rightful owner: it only looks like a leftover. */
export const heldByAnotherArgocd = resourceRule({
  id: 'held-by-another-argocd',
  title: 'Another application or Argo CD owns the object',
  driftClass: 'shared',
  needs: ['otherApps'],

  claim(subject) {
    const { app, instance, resource, changes } = subject;
    if (!isOnlyLive(subject) || resource.live === null) return undefined;
    const installation = annotation(resource.live, INSTALLATION_ID);
    const foreignInstallation =
      installation !== undefined && instance.installationId !== undefined && installation !== instance.installationId;
    const renderer = resource.facts.otherApps?.find(({ rendersIt }) => rendersIt);
    const holder = trackingAppOf(resource.live, instance);
    const foreignApp = holder !== undefined && holder !== instanceNameOf(app, instance) && holder !== app.ref.name;
    if (!foreignInstallation && !renderer && !foreignApp) return undefined;
    const owner = renderer
      ? `Application ${renderer.name}${renderer.instance ? ` of Argo CD ${renderer.instance}` : ''}`
      : foreignInstallation
        ? `Argo CD installation ${installation}`
        : `Application ${holder ?? ''}`;
    return {
      changes,
      owner,
      cause: foreignInstallation || renderer?.instance ? 'two Argo CD installations' : 'two applications',
      confidence: renderer ? 'certain' : 'likely',
      evidence: [
        {
          source: renderer ? 'argocd' : 'live',
          says: `${owner} owns this object; this app only sees its tracking value`,
        },
      ],
      fixes: [
        {
          kind: 'dedupe-owner',
          paths: [''],
          detail:
            'tell the two apart: give each Argo CD its own installationID (argocd-cm) or application name; do not prune it from here',
        },
        {
          kind: 'ignore-narrow',
          paths: [''],
          detail: 'until then annotate the object argocd.argoproj.io/compare-options: IgnoreExtraneous',
        },
      ],
    };
  },
});
