/** Longest name of a Kubernetes object; an app may be named with its namespace, `argocd/gitea`. */
const MAX_NAME = 253;

const NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;

/** Could be the name of an Application. People capitalise; Kubernetes does not. */
export function isResourceName(word: string): boolean {
  const parts = word.split('/');
  return parts.length <= 2 && parts.every((part) => part.length <= MAX_NAME && NAME.test(part));
}

/** `Deployment/checkout`. Names of some kinds (roles) hold a colon. */
export function resourceOf(word: string): { readonly kind: string; readonly name: string } | undefined {
  const [, kind, name] = /^([a-z][a-z0-9]{0,62})\/([a-z0-9][a-z0-9.:_-]{0,252})$/i.exec(word) ?? [];
  return kind === undefined || name === undefined ? undefined : { kind, name };
}
