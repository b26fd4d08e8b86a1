import { hash } from 'node:crypto';
import type { Config } from './schema.ts';

export interface Remediation {
  readonly bundleNamespace: string;
}

/** What each instance allows; undefined: nothing may be changed there. */
export function remediationsOf({
  instances,
}: Pick<Config, 'instances'>): (instance: string) => Remediation | undefined {
  return (instance) => {
    const found = instances.find(({ name }) => name === instance)?.remediation;
    return found?.enabled ? { bundleNamespace: found.bundleNamespace } : undefined;
  };
}

/** What digests of Secrets are keyed with: who reads the store alone cannot guess what was digested. */
export function digestKeyOf({ instances }: Pick<Config, 'instances'>, instance: string): string {
  const token = instances.find(({ name }) => name === instance)?.remediation.argocdToken ?? '';
  return hash('sha256', `plumbline digests of ${instance} ${token}`);
}
