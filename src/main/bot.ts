import type { RequestListener } from 'node:http';
import { makeStoreCheck } from '../adapters/redis/store-check.ts';
import { remediationsOf } from '../config/remediation.ts';
import { rolesByGroup } from '../config/roles.ts';
import { defined } from '../core/model/defined.ts';
import { makeDoctor } from '../flows/doctor/doctor.ts';
import { LIVE_LOOKS, limitLooks } from '../flows/limit-looks.ts';
import { makeLookLive } from '../flows/look-live.ts';
import { makeReadFleet } from '../flows/read-fleet.ts';
import { answers } from '../slack/answers/answers.ts';
import { makeSlackEdge, type SlackConnection } from '../slack/bolt-app.ts';
import { makeConverse } from '../slack/converse.ts';
import { listenToButtons } from '../slack/listeners/actions/buttons.ts';
import { listenToPlanButtons } from '../slack/listeners/actions/plan-buttons.ts';
import { listenToDrift } from '../slack/listeners/commands/drift.ts';
import { makeListen } from '../slack/listeners/listen.ts';
import { listenToPlanForms } from '../slack/listeners/views/plan-forms.ts';
import { makeViewerOf } from '../slack/viewer.ts';
import { FRESH_MS, makeDirectory } from '../slack/web/directory.ts';
import { makeSendFile } from '../slack/web/send-file.ts';
import { remedyDepsOf } from './desk-parts.ts';
import { workspacePatientOf } from './doctor-parts.ts';
import { perInstance } from './per-instance.ts';
import type { ServiceParts } from './service.ts';
import { tellPartsOf } from './tell-parts.ts';

export interface RunningBot {
  readonly requestListener?: RequestListener;
  readonly isConnected: () => boolean;
  readonly stop: () => Promise<void>;
}

/** The Slack edge, wired: it reads from the fast connection, because people wait. */
export async function startBot(parts: ServiceParts, connection: SlackConnection): Promise<RunningBot> {
  const { config, clock, log, metrics, queue, instances } = parts;
  const memory = parts.memory.fast;
  const edge = makeSlackEdge(connection, log, parts.pace);
  const groups = [...rolesByGroup(config.policy).keys()];
  const directory = makeDirectory(edge.app.client, { groups, clock });
  const lookLiveOf = perInstance(instances, (instance) => {
    const { listFleet, lookAtApps } = parts.scanPartsOf(instance);
    const { healthyFor: healthyForMs } = config.scan;
    const lookLive = makeLookLive({ listFleet, lookAtApps, apps: memory.apps, queue, healthyForMs });
    return limitLooks(lookLive, { ...LIVE_LOOKS, timeoutMs: parts.pace.limit(LIVE_LOOKS.timeoutMs) });
  });
  const doctor = makeDoctor({
    clock,
    instances,
    remediationOf: remediationsOf(config),
    slack: workspacePatientOf(config),
    // Redis goes by the machine's time, also where the demo's clock was moved
    redis: { store: makeStoreCheck(async () => parts.redis.fast), clock: { now: () => new Date() } },
  });
  const { channels, tellChannels } = tellPartsOf(config, memory, queue, clock);
  const remedy = remedyDepsOf(parts, memory, makeDirectory(edge.app.client, { groups, clock, cacheMs: FRESH_MS }));
  const converse = makeConverse({
    answers,
    answerDeps: {
      fleet: makeReadFleet({ ...memory, instances: instances.map(({ name }) => name) }),
      lookLive: (instance, app, options) => lookLiveOf(instance)(instance, app, options),
      queue,
      tellChannels,
      channels,
      runDoctor: (signal) => doctor({ signal }),
      sendFile: makeSendFile(edge.app.client),
      ...defined({ remedy }),
      clock,
      pace: parts.pace,
    },
    viewerOf: makeViewerOf({ channels, policy: config.policy, directory }),
    metrics,
  });
  const listen = makeListen({ log, metrics, correlated: parts.correlation.run });
  listenToDrift(edge.app, listen, converse);
  listenToButtons(edge.app, listen, converse);
  if (remedy !== undefined) {
    listenToPlanButtons(edge.app, listen, { ...remedy, pace: parts.pace });
    listenToPlanForms(edge.app, listen, { ...remedy, pace: parts.pace });
  }
  await edge.start();
  return {
    ...defined({ requestListener: edge.requestListener }),
    isConnected: edge.isConnected,
    stop: edge.stop,
  };
}
