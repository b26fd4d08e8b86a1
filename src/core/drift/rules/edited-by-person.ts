import { describeWriter, foreignWriter, isHuman, isLibrary } from '../../diff/writers.ts';
import type { Change, Evidence, Writer } from '../../model/change.ts';
import type { FixDraft } from '../../model/fix.ts';
import { isEmpty, isZero } from '../../model/json.ts';
import { parentOf, resolve } from '../../model/pointer.ts';
import { isAfter, lastSyncOf } from '../ghosts.ts';
import { type Claim, resourceRule, type Subject } from '../rule.ts';
import { isGrownStorage } from '../storage.ts';
import { auditedController, isGitAhead, isStrangerToArgoCd, listPaths, pathsOf, show } from '../subject.ts';
import { isTrackingPath, trackingAppOf } from '../tracking.ts';

/**
 * The newest writer of the field is a person's client. Comes before everything that looks like noise: a value may
 * equal a default or be targeted by an autoscaler and still be somebody's edit, and that must lead.
 */
export const editedByPerson = resourceRule({
  id: 'edited-by-person',
  title: 'A person wrote the field past Git',
  driftClass: 'manual-change',
  needs: ['auditedWrites'],

  claim(subject) {
    if (subject.resource.target === null || isBootstrap(subject) || auditedController(subject) !== undefined)
      return undefined;
    const edits = subject.changes.flatMap((change) => {
      const writer = editorOf(change, subject);
      return writer ? [{ change, writer }] : [];
    });
    const [first] = edits;
    if (first === undefined) return undefined;
    const consequences = subject.changes.filter(
      (change) => isConsequence(change, subject.resource) && !edits.some((edit) => edit.change === change),
    );
    return claimFor(subject, first.writer, edits, consequences);
  },
});

function claimFor(
  { app, resource, comparison }: Subject,
  writer: Writer,
  edits: readonly { change: Change; writer: Writer }[],
  consequences: readonly Change[],
): Claim {
  const changes = [...edits.map(({ change }) => change), ...consequences];
  const hidden = edits.map(({ change }) => change).filter(({ path }) => comparison.hiddenEdits.includes(path));
  return {
    changes,
    owner: writer.manager,
    cause: `edited with ${writer.manager}`,
    confidence: isLibrary(writer.manager) ? 'likely' : 'certain',
    evidence: [
      ...edits.slice(0, 4).map(({ change, writer: editor }) => ({
        source: 'managed-fields' as const,
        says: `${change.path} was last written by ${describeWriter(editor)}: live ${show(change.live)}, Git ${show(change.desired)}`,
      })),
      ...(isLibrary(writer.manager)
        ? [
            {
              source: 'managed-fields' as const,
              says: `${writer.manager} is a library’s own name: a script, or a controller without a name`,
            },
          ]
        : []),
      ...(consequences.length === 0 ? [] : [takenAlong(consequences)]),
      ...(hidden.length > 0 ? [hiddenByRule(hidden)] : []),
      ...((resource.status === 'Synced' || app.sync.status === 'Synced') && hidden.length < edits.length
        ? [unseenByArgoCd(app, writer)]
        : []),
    ],
    fixes: fixesFor(changes, resource),
  };
}

function takenAlong(consequences: readonly Change[]): Evidence {
  return {
    source: 'git',
    says: `Git does not state ${listPaths(consequences)}: the API server fills it in by default, and took it away with the edit`,
  };
}

function hiddenByRule(hidden: readonly Change[]): Evidence {
  return {
    source: 'argocd',
    says: `an ignore rule of the app hides ${listPaths(hidden)}: Argo CD neither shows this edit nor takes it back`,
  };
}

function unseenByArgoCd(app: Subject['app'], { time }: Writer): Evidence {
  const sync = lastSyncOf(app);
  const when =
    sync === undefined || time === undefined
      ? ''
      : isAfter(time, sync)
        ? `; it was written after the last sync, which ended at ${sync}`
        : `; it was written before the last sync, which ended at ${sync} and left it in place`;
  return {
    source: 'argocd',
    says: `Argo CD shows it Synced and cannot see this: its comparison leaves out fields that Git never declared${when}`,
  };
}

function fixesFor(changes: readonly Change[], { ref, target }: Subject['resource']): readonly FixDraft[] {
  const paths = pathsOf(changes);
  if (isGrownClaim(ref, changes)) {
    return [
      {
        kind: 'pin-in-git',
        paths,
        detail: 'write the new size into Git: a claim can never shrink, so it cannot be reverted',
      },
    ];
  }
  const revert: FixDraft = { kind: 'revert-live', paths, detail: revertDetail(changes) };
  const commit: FixDraft = {
    kind: 'pin-in-git',
    paths,
    detail: `or commit what was done by hand: ${listPaths(changes)}`,
  };
  if (!changes.every((change) => isRestart(change, target))) return [revert, commit];
  return [
    {
      kind: 'drop-from-git',
      paths: paths.map(parentOf),
      detail: 'drop the empty annotations from Git: stating them claims every entry that a restart adds',
    },
    revert,
    commit,
  ];
}

/** `kubectl rollout restart` over `annotations: {}`: the restart is legitimate, the empty map is what makes it drift. */
function isRestart({ path, desiredPath }: Change, target: Subject['resource']['target']): boolean {
  const parent = resolve(target ?? {}, parentOf(desiredPath));
  return path.endsWith('/kubectl.kubernetes.io~1restartedAt') && parent !== undefined && isEmpty(parent);
}

function isGrownClaim({ kind }: Subject['resource']['ref'], changes: readonly Change[]): boolean {
  return kind === 'PersistentVolumeClaim' && changes.every(isGrownStorage);
}

function revertDetail(changes: readonly Change[]): string {
  return changes
    .slice(0, 4)
    .map(({ path, desired }) =>
      desired === undefined ? `remove ${path} live` : `set ${path} live back to ${show(desired)}`,
    )
    .join('; ');
}

function editorOf(change: Change, subject: Subject): Writer | undefined {
  if (isTrackingPath(change.path, subject.instance)) return undefined;
  const writer = foreignWriter(change) ?? removerOf(change, subject);
  return writer && isHuman(writer.manager) ? writer : undefined;
}

/**
 * managedFields name no one for a field that is gone. A person who wrote the object around it after Argo CD's last
 * write took it out, where the value is not one that the API drops by itself.
 */
function removerOf({ live, desired, path }: Change, { app, comparison }: Subject): Writer | undefined {
  if (live !== undefined || isZero(desired) || isGitAhead(app)) return undefined;
  const parent = parentOf(path);
  if (parent === '' || parent === '/spec' || parent === '/metadata') return undefined;
  const [newest] = comparison.managed.writersOf(parent);
  return newest && isHuman(newest.manager) ? newest : undefined;
}

/** Neither Git nor the cluster states it; the API server would fill it in if the edit were not there. */
function isConsequence({ live, desiredPath }: Change, { target }: Subject['resource']): boolean {
  return live === undefined && resolve(target ?? {}, desiredPath) === undefined;
}

/** Made by hand before Argo CD ever applied it: that is an object to adopt, not an edit. */
function isBootstrap(subject: Subject): boolean {
  return isStrangerToArgoCd(subject) && trackingAppOf(subject.resource.live, subject.instance) === undefined;
}
