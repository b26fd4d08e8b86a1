import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountName } from './argocd/accounts.ts';
import { type ArgocdClient, makeArgocdClient } from './argocd/argocd-client.ts';
import { argocdUrl } from './argocd/start-argocd.ts';
import type { ArgocdRelease } from './build/programs.ts';
import { labFolder } from './folders.ts';
import { apiserverUrl, servingCertificateFile } from './kubernetes/control-plane.ts';
import { ensureCredentials } from './kubernetes/credentials.ts';
import { type KubeAccess, type KubeClient, makeKubeClient } from './kubernetes/kube-client.ts';
import { kubeconfigFile } from './kubernetes/start-cluster.ts';
import { findLabState } from './lab-state.ts';

/** What a suite needs of a lab that is up. */
export interface RunningLab {
  readonly argocdRelease: ArgocdRelease;
  readonly kube: KubeClient;
  readonly kubeconfig: string;
  /** Where the API server is; whose token is up to the suite. */
  readonly kubeServer: Omit<KubeAccess, 'token'>;
  readonly argocdUrl: string;
  readonly gitFolder: string;
  argocdAs(account: AccountName): ArgocdClient;
  tokenOf(account: AccountName): string;
}

export async function openLab(): Promise<RunningLab> {
  const folder = labFolder();
  const state = await findLabState(folder);
  if (state === undefined) throw new Error('the lab is not up; start it with: npm run lab:up');
  const ca = await readFile(servingCertificateFile(folder), 'utf8');
  const { tokens } = await ensureCredentials(join(folder, 'credentials'));
  const url = argocdUrl(state);
  function tokenOf(account: AccountName): string {
    const token = state?.tokens[account];
    if (token === undefined) throw new Error(`the lab has no token for ${account}; run: npm run lab:up`);
    return token;
  }
  const kubeServer = { server: apiserverUrl(state.ports), ca };
  return {
    argocdRelease: state.argocdRelease,
    kube: makeKubeClient({ ...kubeServer, token: tokens.admin }),
    kubeServer,
    kubeconfig: kubeconfigFile(folder, 'admin'),
    argocdUrl: url,
    gitFolder: join(folder, 'git'),
    argocdAs: (account) => makeArgocdClient(url, tokenOf(account)),
    tokenOf,
  };
}
