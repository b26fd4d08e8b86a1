import { applyFailureOf, failureClaim, findApplyFailure, findComparisonFailure } from '../failures.ts';
import type { ResourceRule, Subject } from '../rule.ts';

/** The API server refused this resource at the revision that is compared now; its differences stay until it accepts. */
export const cannotApply: ResourceRule = {
  id: 'cannot-apply',
  title: 'Argo CD cannot apply this resource',
  driftClass: 'sync-failure',
  about: 'resource',

  claim(subject) {
    if (findComparisonFailure(subject.app)) return undefined;
    const failure = findApplyFailure(subject.app);
    if (!failure || !isRefused(subject, failure.message)) return undefined;
    const own = ownMessage(subject);
    const texts = [failure.message, ...(own === undefined ? [] : [own])].join('; ');
    const specific = applyFailureOf(texts, failure.from);
    return specific && failureClaim(specific, subject.changes);
  },
};

function ownMessage({ app, resource }: Subject): string | undefined {
  return app.operation?.resources.find(
    ({ kind, name, status, hookPhase }) =>
      kind === resource.ref.kind &&
      name === resource.ref.name &&
      (status === 'SyncFailed' || hookPhase === 'Failed' || hookPhase === 'Error'),
  )?.message;
}

/** The operation's own record decides; without one, the message or being the only drifting resource does. */
function isRefused(subject: Subject, message: string): boolean {
  const { app, resource } = subject;
  const recorded = app.operation?.resources ?? [];
  const refused = recorded.filter(
    ({ status, hookPhase }) => status === 'SyncFailed' || hookPhase === 'Failed' || hookPhase === 'Error',
  );
  if (refused.length > 0) {
    return (
      refused.some(({ kind, name }) => kind === resource.ref.kind && name === resource.ref.name) ||
      message.includes(`"${resource.ref.name}"`)
    );
  }
  if (resource.ref.name !== '' && message.includes(resource.ref.name)) return true;
  return app.resources.filter(({ status }) => status !== 'Synced').length <= 1;
}
