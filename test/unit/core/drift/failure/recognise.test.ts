import { describe, expect, it } from 'vitest';
import { APPLY_FAMILIES } from '../../../../../src/core/drift/failure/apply-families.ts';
import { COMPARE_FAMILIES } from '../../../../../src/core/drift/failure/compare-families.ts';
import { applyFamilyOf, compareFamilyOf } from '../../../../../src/core/drift/failure/recognise.ts';
import { RENDER_FAMILIES } from '../../../../../src/core/drift/failure/render-families.ts';
import { SOURCE_FAMILIES } from '../../../../../src/core/drift/failure/source-families.ts';

/* Messages as Argo CD, Helm, Kustomize, git, registries and the API server word them. */

const rpc =
  'Failed to load target state: failed to generate manifest for source 1 of 1: rpc error: code = Unknown desc = ';

const COMPARING: readonly (readonly [message: string, driftClass: string, fix: string])[] = [
  [`${rpc}repository not found`, 'source-failure', 'fix-source'],
  [`${rpc}authentication required`, 'source-failure', 'fix-source'],
  [`${rpc}Unable to resolve 'v9.9' to a commit SHA`, 'source-failure', 'fix-source'],
  [`${rpc}overlays/prod: app path does not exist`, 'source-failure', 'fix-source'],
  [`${rpc}ssh: handshake failed: knownhosts: key is unknown`, 'source-failure', 'fix-source'],
  [
    `${rpc}Get "https://charts.example.com/index.yaml": x509: certificate signed by unknown authority`,
    'source-failure',
    'fix-source',
  ],
  [
    `${rpc}Get "https://charts.example.com/index.yaml": dial tcp: lookup charts.example.com: no such host`,
    'source-failure',
    'fix-source',
  ],
  [
    `${rpc}error fetching chart: failed to fetch chart: \`helm pull oci://r.example.com/app --version 1.2.3\` failed exit status 1: Error: r.example.com/app:1.2.3: not found`,
    'source-failure',
    'fix-source',
  ],
  [
    `${rpc}failed to get tags: GET "https://r.example.com/v2/app/tags/list": response status code 403: denied`,
    'source-failure',
    'fix-source',
  ],
  [
    `${rpc}Failed to fetch default: \`git fetch origin --tags --force\` failed exit status 128: fatal: unable to access 'https://git.example.com/x/': Could not resolve host`,
    'source-failure',
    'fix-source',
  ],
  [
    'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp 10.0.0.1:8081: i/o timeout"',
    'source-failure',
    'inspect-logs',
  ],
  ["application repo https://git.example.com/x is not permitted in project 'payments'", 'source-failure', 'fix-source'],
  [
    "application destination server 'https://c2' and namespace 'x' do not match any of the allowed destinations in project 'payments'",
    'source-failure',
    'fix-source',
  ],
  ['unable to find destination server: there are no clusters with this name: staging', 'source-failure', 'fix-source'],
  [
    `${rpc}Manifest generation error (cached): \`helm template .\` failed exit status 1: Error: template: web/templates/d.yaml:3:9: executing "web/templates/d.yaml" at <.Values.a.b>: nil pointer evaluating interface {}.b`,
    'render-failure',
    'fix-manifest',
  ],
  [
    `${rpc}\`helm template .\` failed exit status 1: Error: execution error at (web/templates/s.yaml:2:4): a host is required`,
    'render-failure',
    'fix-manifest',
  ],
  [
    `${rpc}\`helm dependency build\` failed exit status 1: Error: the lock file (Chart.lock) is out of sync with the dependencies file (Chart.yaml)`,
    'render-failure',
    'fix-source',
  ],
  [
    `${rpc}\`kustomize build ./x\` failed exit status 1: Error: accumulating resources: accumulation err='accumulating resources from 'd.yaml': evalsymlink failure on '/x/d.yaml'`,
    'render-failure',
    'fix-manifest',
  ],
  [
    `${rpc}failed to unmarshal manifest: error converting YAML to JSON: yaml: line 7: mapping values are not allowed in this context`,
    'render-failure',
    'fix-manifest',
  ],
  [
    `${rpc}plugin sidecar failed. error generating manifests in cmp: rpc error: code = Unknown desc = error generating manifests: exit status 1`,
    'render-failure',
    'fix-manifest',
  ],
  [
    'Failed to compare desired state to live state: failed to calculate diff: error calculating structured merge diff: error building typed value from live resource: .spec.x: field not declared in schema',
    'diff-failure',
    'upgrade-argocd',
  ],
  [
    'Failed to compare desired state to live state: failed to calculate diff: json: cannot unmarshal number into Go struct field EnvVar.value of type string',
    'diff-failure',
    'fix-manifest',
  ],
  [
    'Failed to load live state: failed to get cluster info for "https://c2": error synchronizing cache state: Get "https://c2/version": dial tcp: i/o timeout',
    'diff-failure',
    'inspect-logs',
  ],
  [
    'Failed to load live state: Get "https://c2": error synchronizing cache state : pods is forbidden: User "system:serviceaccount:argocd:argocd-application-controller" cannot list resource "pods"',
    'diff-failure',
    'fix-manifest',
  ],
  [
    'Failed to load live state: conversion webhook for example.com/v1, Kind=Widget failed: Post "https://w.svc:443/convert": no endpoints available',
    'diff-failure',
    'inspect-logs',
  ],
  ['Namespace for web /v1, Kind=Service is missing.', 'diff-failure', 'fix-manifest'],
];

const APPLYING: readonly (readonly [message: string, family: string, fix: string])[] = [
  [
    'one or more objects failed to apply, reason: Deployment.apps "web" is invalid: spec.selector: Invalid value: field is immutable',
    'immutable-field',
    'fix-manifest',
  ],
  [
    'StatefulSet.apps "db" is invalid: spec: Forbidden: updates to statefulset spec for fields other than \'replicas\' are forbidden',
    'statefulset-immutable',
    'fix-manifest',
  ],
  [
    'admission webhook "validation.gatekeeper.sh" denied the request: [required-labels] missing owner',
    'admission-denied',
    'fix-manifest',
  ],
  ['pods "x" is forbidden: violates PodSecurity "restricted:latest": privileged', 'admission-denied', 'fix-manifest'],
  [
    'Internal error occurred: failed calling webhook "v.example.com": Post "https://w.svc:443/v": no endpoints available for service "w"',
    'webhook-unreachable',
    'inspect-logs',
  ],
  [
    'resource mapping not found for name: "x" namespace: "" from "/dev/shm/1": no matches for kind "Widget" in version "example.com/v1" ensure CRDs are installed first',
    'missing-crd',
    'fix-manifest',
  ],
  [
    'The Kubernetes API could not find example.com/Widget for requested resource web/x. Make sure the "Widget" CRD is installed on the destination cluster.',
    'missing-crd',
    'fix-manifest',
  ],
  [
    'deployments.apps is forbidden: User "system:serviceaccount:argocd:argocd-application-controller" cannot create resource "deployments"',
    'forbidden',
    'fix-manifest',
  ],
  ['resource :Namespace is not permitted in project payments', 'not-permitted-in-project', 'fix-manifest'],
  [
    'pods "x" is forbidden: exceeded quota: team, requested: cpu=4, used: cpu=8, limited: cpu=10',
    'quota',
    'fix-manifest',
  ],
  ['unable to create new content in namespace shop because it is being terminated', 'namespace-terminating', 'sync'],
  ['Widget.example.com "" not found', 'missing-crd', 'fix-manifest'],
  ['namespaces "shop" not found', 'namespace-missing', 'fix-manifest'],
  [
    'CustomResourceDefinition "x" is invalid: metadata.annotations: Too long: must have at most 262144 bytes',
    'annotation-too-long',
    'fix-manifest',
  ],
  [
    'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again',
    'moved-underneath',
    'sync',
  ],
  [
    'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using apps/v1: .spec.replicas',
    'field-conflict',
    'fix-manifest',
  ],
  ['Job has reached the specified backoff limit', 'hook-failed', 'inspect-logs'],
  [
    'error validating data: ValidationError(Deployment.spec): unknown field "replica" in io.k8s.api.apps.v1.DeploymentSpec',
    'invalid-object',
    'fix-manifest',
  ],
  ['Skipping sync attempt to [abc]: auto-sync will wipe out all resources', 'would-wipe-everything', 'fix-source'],
  ['Shared resource found: ConfigMap/x is part of applications argocd/a and b', 'shared-resource', 'dedupe-owner'],
  [
    'the server was unable to return a response in the time allotted, but may still be processing the request',
    'api-server-slow',
    'inspect-logs',
  ],
  ['something nobody has seen before', 'apply-failed', 'inspect-logs'],
];

describe('what keeps Argo CD from comparing', () => {
  it.each(COMPARING)('%s', (message, driftClass, fix) => {
    const family = compareFamilyOf(message);
    expect([family?.driftClass, family?.fix]).toEqual([driftClass, fix]);
  });

  it('says nothing of messages that are none of these', () => {
    expect(compareFamilyOf('successfully synced (all tasks run)')).toBeUndefined();
  });
});

describe('what keeps Argo CD from applying', () => {
  it.each(APPLYING)('%s', (message, id, fix) => {
    const family = applyFamilyOf(message);
    expect([family?.id, family?.fix]).toEqual([id, fix]);
  });
});

describe('the families', () => {
  it('have an instruction each and stay quick on long messages', () => {
    const long = `${'Get "https://x '.repeat(20_000)}`;
    for (const { step } of [...COMPARE_FAMILIES, ...SOURCE_FAMILIES, ...RENDER_FAMILIES, ...APPLY_FAMILIES])
      expect(step.length).toBeGreaterThan(20);
    expect(compareFamilyOf(long)).toBeUndefined();
    expect(applyFamilyOf(long)?.id).toBe('apply-failed');
  });
});
