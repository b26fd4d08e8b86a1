import { type Json, listAt, type Manifest, stringAt } from '../../src/core/model/json.ts';
import { forbidden } from '../cluster/objects/status-errors.ts';
import type { ClusterModel, KindInfo } from '../cluster/types.ts';
import { type AccessGrant, isAllowed } from './grants.ts';

/* RBAC's own guard: nobody grants what they do not hold, unless they may `escalate` (roles) or `bind` (bindings). */

const RBAC = 'rbac.authorization.k8s.io';
const ROLES: Readonly<Record<string, string>> = { Role: 'roles', ClusterRole: 'clusterroles' };
const BINDINGS = new Set(['RoleBinding', 'ClusterRoleBinding']);

/** The model as its writers under this grant meet it; what they may not grant is refused before it is stored. */
export function withoutEscalation(model: ClusterModel, grant: AccessGrant): ClusterModel {
  const checked = (written: Manifest): void => {
    const kind = model
      .kinds()
      .find(({ group, kind: own }) => group === RBAC && own === stringAt(written, 'kind') && isRbac(written));
    if (kind) checkGranted(model, grant, kind, written);
  };
  return {
    ...model,
    create(manifest, options) {
      if (isRbac(manifest)) checked(model.create(manifest, { ...options, dryRun: true }));
      return model.create(manifest, options);
    },
    update(manifest, options) {
      if (isRbac(manifest)) checked(model.update(manifest, { ...options, dryRun: true }));
      return model.update(manifest, options);
    },
    apply(manifest, options) {
      if (isRbac(manifest)) checked(model.apply(manifest, { ...options, dryRun: true }));
      return model.apply(manifest, options);
    },
  };
}

function isRbac(manifest: Manifest): boolean {
  return stringAt(manifest, 'apiVersion')?.startsWith(`${RBAC}/`) ?? false;
}

function checkGranted(model: ClusterModel, grant: AccessGrant, kind: KindInfo, written: Manifest): void {
  const namespace = stringAt(written, 'metadata', 'namespace') ?? '';
  const isBinding = BINDINGS.has(kind.kind);
  const role = isBinding ? roleOf(model, written, namespace) : written;
  const resource = ROLES[stringAt(isBinding ? roleRefOf(written) : written, 'kind') ?? ''] ?? '';
  if (isAllowed(grant, { verb: isBinding ? 'bind' : 'escalate', group: RBAC, resource, namespace })) return;
  const missing = listAt(role, 'rules').filter((rule) => !isHeld(grant, rule, namespace));
  if (missing.length === 0) return;
  const name = stringAt(written, 'metadata', 'name') ?? '';
  const why = `user ${JSON.stringify(grant.user)} (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:`;
  throw forbidden(kind, name, [why, ...missing.map(ruleText)].join('\n'));
}

function roleRefOf(binding: Manifest): Json {
  return binding.roleRef ?? {};
}

function roleOf(model: ClusterModel, binding: Manifest, namespace: string): Manifest | undefined {
  const kind = stringAt(binding, 'roleRef', 'kind') ?? '';
  const name = stringAt(binding, 'roleRef', 'name') ?? '';
  return model.get({ group: RBAC, kind, namespace: kind === 'Role' ? namespace : '', name });
}

function isHeld(grant: AccessGrant, rule: Json, namespace: string): boolean {
  return texts(rule, 'apiGroups').every((group) =>
    texts(rule, 'resources').every((resource) =>
      texts(rule, 'verbs').every((verb) => isAllowed(grant, { verb, group, resource, namespace })),
    ),
  );
}

function ruleText(rule: Json): string {
  const part = (field: string): string =>
    `[${texts(rule, field)
      .map((text) => JSON.stringify(text))
      .join(' ')}]`;
  return `{APIGroups:${part('apiGroups')}, Resources:${part('resources')}, Verbs:${part('verbs')}}`;
}

function texts(rule: Json, field: string): readonly string[] {
  return listAt(rule, field).map(String);
}
