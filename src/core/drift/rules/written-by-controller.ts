import { describeWriter, foreignWriter, isController } from '../../diff/writers.ts';
import type { Change, Writer } from '../../model/change.ts';
import { isZero } from '../../model/json.ts';
import { type Claim, resourceRule } from '../rule.ts';
import { auditedController, pathsOf } from '../subject.ts';

/** The newest writer of the field is a controller or operator: it owns the value at run time. */
export const writtenByController = resourceRule({
  id: 'written-by-controller',
  title: 'A controller writes the field',
  driftClass: 'mutated',
  needs: ['auditedWrites'],

  claim(subject) {
    const { changes, resource } = subject;
    if (resource.target === null) return undefined;
    // the audit log is sharper than a client's name, which may only look like a person's
    const account = auditedController(subject);
    const owned = changes.flatMap((change) => {
      const writer = foreignWriter(change);
      if (!writer || !(isController(writer.manager) || account !== undefined)) return [];
      return [
        { change, writer: isController(writer.manager) ? writer : { ...writer, manager: account ?? writer.manager } },
      ];
    });
    const [first] = owned;
    return first && claimFor(first.writer, owned);
  },
});

function claimFor(writer: Writer, owned: readonly { change: Change; writer: Writer }[]): Claim {
  const changes = owned.map(({ change }) => change);
  const managers = [...new Set(owned.map((entry) => entry.writer.manager))];
  const drop = {
    kind: 'drop-from-git',
    paths: pathsOf(changes),
    detail: `drop what Git need not state and leave it to ${managers.join(', ')}`,
  } as const;
  const ignore = { kind: 'ignore-narrow', paths: pathsOf(changes) } as const;
  return {
    changes,
    owner: managers.join(', '),
    cause: `written by ${managers.toSorted().join(', ')}`,
    confidence: 'certain',
    evidence: owned.slice(0, 3).map((entry) => ({
      source: 'managed-fields' as const,
      says: `${entry.change.path} was last written by ${describeWriter(entry.writer)}`,
    })),
    fixes:
      changes.every(isStatedForNothing) || writer.subresource === 'scale'
        ? [drop, ignore]
        : [ignore, ...(changes.some(({ desired }) => desired !== undefined) ? [drop] : [])],
  };
}

/** Git states an empty value that only claims the field. */
function isStatedForNothing({ desired }: Change): boolean {
  return desired !== undefined && isZero(desired);
}
