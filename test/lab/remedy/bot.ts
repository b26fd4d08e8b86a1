import { type RemedyBot, startRemedyBot } from '../../support/remedy-bot.ts';
import type { WritingGround } from '../doctor/writing-ground.ts';
import type { RunningLab } from '../running-lab.ts';

/** A machine that is busy with a cluster and other tests. */
export const PATIENCE_MS = 180_000;

/** The service that ships, on the lab, with the rights of deploy/remediation and no others; only Slack is simulated. */
export function startLabBot(lab: RunningLab, { kubeconfigs, namespace }: WritingGround): Promise<RemedyBot> {
  const cluster = (kubeconfig: string) => ({ inCluster: false, destinations: {}, kubeconfig });
  return startRemedyBot({
    patienceMs: PATIENCE_MS,
    config: (config) => ({
      ...config,
      instances: config.instances.map((instance) => ({
        ...instance,
        argocd: { ...instance.argocd, server: lab.argocdUrl, token: lab.tokenOf('plumbline-read') },
        kubernetes: cluster(kubeconfigs.reads),
        remediation: {
          ...instance.remediation,
          argocdToken: lab.tokenOf('plumbline-write'),
          kubernetes: cluster(kubeconfigs.writes),
          bundleNamespace: namespace,
        },
      })),
    }),
  });
}
