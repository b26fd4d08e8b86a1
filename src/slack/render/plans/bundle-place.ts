/** Where a dump is kept before something is changed. */
export function bundlePlace(instance: string, namespace: string): string {
  return `Secrets in namespace ${namespace}, in the cluster that Argo CD ${instance} runs in`;
}
