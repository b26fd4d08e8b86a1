import type { OperationResource } from '../../model/observation.ts';
import {
  applyFailureOf,
  failureClaim,
  findApplyFailure,
  findComparisonFailure,
  mentionsName,
} from '../failure/failure.ts';
import { resourceRule, type Subject } from '../rule.ts';

/** The API server refused this resource at the revision that is compared now; its differences stay until it accepts. */
export const cannotApply = resourceRule({
  id: 'cannot-apply',
  title: 'Argo CD cannot apply this resource',
  driftClass: 'sync-failure',
  needs: [],

  claim(subject) {
    if (findComparisonFailure(subject.app)) return undefined;
    const failure = findApplyFailure(subject.app);
    if (!failure || !isRefused(subject, failure.message)) return undefined;
    const specific = applyFailureOf(joined(failure.message, ownMessage(subject)), failure.from);
    return specific && failureClaim(specific, subject.changes);
  },
});

function refusedResources({ operation }: Subject['app']): readonly OperationResource[] {
  return (operation?.resources ?? []).filter(
    ({ status, hookPhase }) => status === 'SyncFailed' || hookPhase === 'Failed' || hookPhase === 'Error',
  );
}

function isRecordOf({ kind, name, namespace }: OperationResource, { ref }: Subject['resource']): boolean {
  const isElsewhere = namespace !== '' && ref.namespace !== '' && namespace !== ref.namespace;
  return kind === ref.kind && name === ref.name && !isElsewhere;
}

function ownMessage({ app, resource }: Subject): string | undefined {
  return refusedResources(app).find((record) => isRecordOf(record, resource))?.message;
}

/** The operation's message often ends with the very words that it recorded for the resource. */
function joined(message: string, own: string | undefined): string {
  const bare = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return own === undefined || bare(message).includes(bare(own)) ? message : `${message}; ${own}`;
}

/** The operation's own record decides; without one, the message or being the only drifting resource does. */
function isRefused({ app, resource }: Subject, message: string): boolean {
  const refused = refusedResources(app);
  if (refused.length > 0) return refused.some((record) => isRecordOf(record, resource));
  if (mentionsName(message, resource.ref.name)) return true;
  return app.resources.filter(({ status }) => status !== 'Synced').length <= 1;
}
