import type { Change, Writer } from '../model/change.ts';

/**
 * Field managers are named by the client, by convention its binary's name. Outside facts:
 * kubectl names itself after the verb (`kubectl-edit`, `kubectl-client-side-apply`) or `kubectl` for server-side apply
 * and the scale subresource; Lens is an Electron app and shows up as `node-fetch`; browsers (Rancher, OpenShift console,
 * the dashboards) as `Mozilla`; Argo CD's UI and `argocd app patch-resource` as `argocd-server`; generated clients as
 * `OpenAPI-Generator` or `Swagger-Codegen`.
 */
const HUMAN_CLIENTS: readonly RegExp[] = [
  /^kubectl(-|$|_|\.)/i,
  /^oc(-|$)/i,
  /^k9s/i,
  /^(lens|openlens|freelens|node-fetch)/i,
  /^(mozilla|chrome|safari|firefox)/i,
  /^(headlamp|octant|k8s-dashboard|kubernetes-dashboard|dashboard|kuboard|portainer|monokle|aptakube|kubenav|seabird)/i,
  /^argocd-server$/i,
  /^(curl|wget|postman|insomnia|httpie|python-requests|python-urllib|openapi-generator|swagger-codegen|go-http-client|axios|okhttp)/i,
  /^(vscode|code|idea|intellij|telepresence|skaffold|tilt|devspace|garden|okteto|kustomize|kubent|kubie|stern)($|[-_.])/i,
  /^helm$/i,
  // writes what people approved, and puts back what they had
  /^plumbline$/i,
  /^(bash|sh|python|python3|node|ruby|perl|unknown)$/i,
];

/** Libraries and interpreters name themselves: a person's script, or a controller that never set a name of its own. */
const LIBRARIES =
  /^(openapi-generator|swagger-codegen|go-http-client|python-requests|python-urllib|axios|okhttp|bash|sh|python|python3|node|ruby|perl|unknown)$/i;

/** A person, or a program that somebody wrote without giving it a name. */
export function isLibrary(manager: string): boolean {
  return LIBRARIES.test(manager);
}

/** Clients that apply a desired state of their own: a second deployer beside Argo CD. */
const DEPLOYERS: readonly RegExp[] = [
  /^(kustomize-controller|helm-controller|flux|flux-client-side-apply|gitops-toolkit)/i,
  /^(terraform|hashicorp|opentofu|pulumi)/i,
  /^(fleetagent|fleet-agent|fleet)/i,
  /^(kapp|kapp-controller|carvel)/i,
  /^(spinnaker|spin-clouddriver|clouddriver)/i,
  /^(ansible|jenkins|gitlab-agent|gitlab-runner|github-actions|tanka|werf|argocd-autopilot)/i,
];

const ARGO_CD =
  /^(argocd-controller|argocd-application-controller|argocd-applicationset-controller|argocd|gitops-engine)$/i;

export function isArgoCd(manager: string): boolean {
  return ARGO_CD.test(manager);
}

/** A client that a person holds in their hands. */
export function isHuman(manager: string): boolean {
  return HUMAN_CLIENTS.some((form) => form.test(manager));
}

export function isDeployer(manager: string): boolean {
  return DEPLOYERS.some((form) => form.test(manager));
}

/** What created the object before server-side apply began to record writers: nobody's name. */
function isNobody(manager: string): boolean {
  return manager === 'before-first-apply' || manager === 'main';
}

export function isController(manager: string): boolean {
  return !isArgoCd(manager) && !isHuman(manager) && !isDeployer(manager) && !isNobody(manager);
}

/**
 * Newest writer that is not Argo CD: where several own a field, that one set it against Git. A person's write that
 * Argo CD has since written over (it owns the field too, and its entry is newer) is history.
 */
export function foreignWriter({ writers }: Pick<Change, 'writers'>): Writer | undefined {
  const argoAt = writers.findIndex(({ manager }) => isArgoCd(manager));
  return writers.find(
    ({ manager }, index) =>
      !isArgoCd(manager) && !isNobody(manager) && !(isHuman(manager) && argoAt >= 0 && argoAt < index),
  );
}

/** `kubectl-edit (Update, 2026-04-11T16:02:07Z)`. */
export function describeWriter({ manager, operation, subresource, time }: Writer): string {
  const details = [subresource ? `${operation} through /${subresource}` : operation, ...(time ? [time] : [])];
  return `${manager} (${details.join(', ')})`;
}
