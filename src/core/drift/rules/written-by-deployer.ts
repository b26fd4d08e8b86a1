import { describeWriter, foreignWriter, isDeployer } from '../../diff/writers.ts';
import { resourceRule } from '../rule.ts';
import { pathsOf } from '../subject.ts';

/** Flux, Terraform, Fleet … apply a desired state of their own: two sources of truth write one object in turn. */
export const writtenByDeployer = resourceRule({
  id: 'written-by-deployer',
  title: 'Another deployment tool writes the object',
  driftClass: 'shared',
  needs: [],

  claim({ app, changes }) {
    const owned = changes.filter((change) => isDeployer(foreignWriter(change)?.manager ?? ''));
    const writer = owned[0] && foreignWriter(owned[0]);
    if (!writer) return undefined;
    return {
      changes: owned,
      owner: writer.manager,
      cause: `also deployed by ${writer.manager}`,
      confidence: 'certain',
      evidence: [
        { source: 'managed-fields', says: `${owned[0]?.path ?? ''} was last written by ${describeWriter(writer)}` },
      ],
      fixes: [
        {
          kind: 'dedupe-owner',
          paths: pathsOf(owned),
          detail: `let one of ${app.ref.name} and ${writer.manager} deploy the object and take it out of the other`,
        },
        { kind: 'ignore-narrow', paths: pathsOf(owned) },
      ],
    };
  },
});
