import type { RemedyBot } from '../../support/remedy-bot.ts';
import { PLATFORM } from '../../support/running-bot.ts';
import type { ServeProcess, Serving } from '../../support/serve-process.ts';
import type { WritingGround } from '../doctor/writing-ground.ts';
import type { RunningLab } from '../running-lab.ts';

export interface LabWorker {
  readonly lab: RunningLab;
  readonly ground: WritingGround;
  readonly remedy: RemedyBot;
  /** Where Argo CD is for this worker. */
  readonly argocdUrl: string;
}

/** `plumbline serve --role worker` as a process of its own, beside the bot. */
export async function startLabWorker(
  serving: Serving,
  { lab, ground, remedy, argocdUrl }: LabWorker,
): Promise<ServeProcess> {
  const { slack, redis, config } = remedy.bot;
  const { roles, grants } = config.policy;
  const instance = {
    name: 'prod',
    argocd: { server: argocdUrl, token: lab.tokenOf('plumbline-read') },
    kubernetes: { kubeconfig: ground.kubeconfigs.reads },
    remediation: {
      enabled: true,
      argocdToken: lab.tokenOf('plumbline-write'),
      kubernetes: { kubeconfig: ground.kubeconfigs.writes },
      bundleNamespace: ground.namespace,
    },
  };
  const worker = await serving.serve({
    args: ['--role', 'worker'],
    env: { LOG_LEVEL: 'info' },
    config: {
      instances: [instance],
      scan: { every: '1h' },
      redis: { url: redis.url, prefix: config.redis.prefix },
      slack: {
        botToken: slack.botToken,
        appToken: slack.appToken,
        apiUrl: slack.apiUrl,
        channels: [{ id: PLATFORM, projects: ['*'] }],
      },
      policy: { roles, grants },
      http: { port: 0 },
    },
  });
  await worker.ready();
  return worker;
}
