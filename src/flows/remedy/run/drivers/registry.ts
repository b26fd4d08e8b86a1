import type { Verb } from '../../../../core/remedy/plan/plan.ts';
import type { Site } from '../site.ts';
import { makeDeleteObject } from './delete-object.ts';
import type { Driver } from './driver.ts';
import { makePatchObject } from './patch-object.ts';
import { makeRollBack } from './roll-back.ts';
import { makeSyncResource } from './sync-resource.ts';
import { makeTerminateOperation } from './terminate-operation.ts';

export type Drivers = Readonly<Record<Verb, Driver>>;

export function makeDrivers(site: Site): Drivers {
  const patch = makePatchObject(site);
  return {
    delete: makeDeleteObject(site),
    annotate: patch,
    label: patch,
    patch,
    restart: patch,
    sync: makeSyncResource(site),
    terminate: makeTerminateOperation(site),
    rollback: makeRollBack(site),
  };
}
