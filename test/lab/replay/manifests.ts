import { stringify } from 'yaml';
import { defined } from '../../../src/core/model/defined.ts';
import type { Json, JsonObject } from '../kubernetes/kube-client.ts';
import type { Manifest } from '../kubernetes/resource-paths.ts';
import { CRD_GROUP } from './scenario.ts';

export function asYaml(...manifests: readonly Manifest[]): string {
  return manifests.map((manifest) => stringify(manifest)).join('---\n');
}

export function aConfigMap(name: string, data: JsonObject = { greeting: 'hello' }): Manifest {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

export interface DeploymentOptions {
  readonly replicas?: number | undefined;
  readonly labels?: JsonObject;
  readonly podAnnotations?: JsonObject;
  readonly container?: JsonObject;
  readonly spec?: JsonObject;
}

export function aDeployment(name: string, options: DeploymentOptions = {}): Manifest {
  const { replicas = 1, labels = { app: name }, podAnnotations, container = {}, spec = {} } = options;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      ...('replicas' in options && options.replicas === undefined ? {} : { replicas }),
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, ...defined({ annotations: podAnnotations }) },
        spec: { containers: [{ name, image: `example/${name}:1.0.0`, ...container }] },
      },
      ...spec,
    },
  };
}

/** A CRD of the scenarios' group; each scenario brings its own kind, because CRDs belong to the whole cluster. */
export function aCrd(kind: string, specSchema: JsonObject, metadata: JsonObject = {}): Manifest {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${CRD_GROUP}`, ...metadata },
    spec: {
      group: CRD_GROUP,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: specSchema } } },
        },
      ],
    },
  };
}

export function aCustomResource(kind: string, name: string, spec: Json): Manifest {
  return { apiVersion: `${CRD_GROUP}/v1`, kind, metadata: { name }, spec };
}
