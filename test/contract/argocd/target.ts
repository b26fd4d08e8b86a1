import { readFileSync } from 'node:fs';
import { defined } from '../../../src/core/model/defined.ts';
import type { ResourceRef } from '../../../src/core/model/resource-ref.ts';
import type { AppHandle } from '../../../src/ports/argocd.ts';

/** An Argo CD that speaks the wire format, real or simulated, and what the suite may expect to find there. */
export interface ArgoCdTarget {
  readonly server: string;
  readonly token: string;
  /** Without it nothing is written. */
  readonly writeToken?: string;
  readonly ca?: string;
  /** Synced and Healthy, with a project. The suite deletes and syncs what it holds. */
  readonly app: AppHandle & { readonly project: string };
  /** A resource of the app without children that the write token may delete. */
  readonly deletable?: ResourceRef & { readonly version: string };
  /** An app that a sync window blocks. */
  readonly frozen?: AppHandle;
}

/**
 * A server given from outside:
 *
 *   PLUMBLINE_CONTRACT_ARGOCD_SERVER, …_TOKEN    required
 *   PLUMBLINE_CONTRACT_ARGOCD_WRITE_TOKEN        writes as well
 *   PLUMBLINE_CONTRACT_ARGOCD_CA                 file with the authority's certificate
 *   PLUMBLINE_CONTRACT_ARGOCD_APP                project/namespace/name, default default/argocd/shop
 *   PLUMBLINE_CONTRACT_ARGOCD_CONFIGMAP          namespace/name, the one to delete
 *   PLUMBLINE_CONTRACT_ARGOCD_FROZEN             project/namespace/name
 */
export function targetFrom(environment: NodeJS.ProcessEnv): ArgoCdTarget | undefined {
  const variable = (name: string) => environment[`PLUMBLINE_CONTRACT_ARGOCD_${name}`] || undefined;
  const [server, token] = [variable('SERVER'), variable('TOKEN')];
  if (server === undefined || token === undefined) return undefined;
  const [writeToken, ca] = [variable('WRITE_TOKEN'), variable('CA')];
  const [configMap, frozen] = [variable('CONFIGMAP'), variable('FROZEN')];
  return {
    server,
    token,
    ...defined({ writeToken }),
    ...(ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') }),
    app: parseApp(variable('APP') ?? 'default/argocd/shop'),
    ...(configMap === undefined ? {} : { deletable: parseConfigMap(configMap) }),
    ...(frozen === undefined ? {} : { frozen: parseApp(frozen) }),
  };
}

function parseApp(text: string): AppHandle & { readonly project: string } {
  const [project = '', namespace = '', name = ''] = text.split('/');
  return { ref: { server: 'contract', namespace, name }, project };
}

function parseConfigMap(text: string): ResourceRef & { readonly version: string } {
  const [namespace = '', name = ''] = text.split('/');
  return { group: '', kind: 'ConfigMap', version: 'v1', namespace, name };
}
