import { type Manifest, stringAt } from '../../../src/core/model/json.ts';
import type { ClusterModel, WorldClock } from '../../cluster/types.ts';
import { secondsOf } from '../time.ts';

type AuditReason = 'OperationStarted' | 'OperationCompleted' | 'ResourceUpdated';

/** Kubernetes events about Applications, as Argo CD's audit log writes them: a history of an hour. */
export interface AuditEvents {
  record(app: Manifest, reason: AuditReason, message: string, isWarning?: boolean): void;
}

const KEPT_MS = 3_600_000;
const COMPONENT = 'argocd-application-controller';
const EVENT = { group: '', kind: 'Event' } as const;

export function makeAuditEvents(cluster: ClusterModel, clock: WorldClock): AuditEvents {
  let count = 0;

  function expire(namespace: string, name: string): void {
    const limit = secondsOf(new Date(clock.now().getTime() - KEPT_MS));
    for (const event of cluster.list(EVENT, namespace)) {
      const isOld = (stringAt(event, 'lastTimestamp') ?? '') < limit;
      if (
        isOld &&
        stringAt(event, 'involvedObject', 'name') === name &&
        stringAt(event, 'source', 'component') === COMPONENT
      ) {
        cluster.delete({ ...EVENT, namespace, name: stringAt(event, 'metadata', 'name') ?? '' });
      }
    }
  }

  return {
    record(app, reason, message, isWarning = false) {
      const read = (field: string): string => stringAt(app, 'metadata', field) ?? '';
      const [namespace, name, now] = [read('namespace'), read('name'), secondsOf(clock.now())];
      expire(namespace, name);
      count += 1;
      const id = `${clock.now().getTime().toString(16)}${count.toString(16).padStart(4, '0')}`;
      cluster.create(
        {
          apiVersion: 'v1',
          kind: 'Event',
          metadata: { namespace, name: `${name}.${id}` },
          involvedObject: {
            apiVersion: 'argoproj.io/v1alpha1',
            kind: 'Application',
            namespace,
            name,
            uid: read('uid'),
            resourceVersion: read('resourceVersion'),
          },
          reason,
          message,
          source: { component: COMPONENT },
          firstTimestamp: now,
          lastTimestamp: now,
          count: 1,
          type: isWarning ? 'Warning' : 'Normal',
        },
        { manager: COMPONENT },
      );
    },
  };
}
