import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { isObject, listAt, type Manifest, objectAt, stringAt } from '../../src/core/model/json.ts';

export const FOLDER = 'deploy/kubernetes';

export interface ManifestFile {
  readonly file: string;
  readonly problems: readonly string[];
  readonly objects: readonly Manifest[];
}

/** Every YAML file of `deploy/`, as it is written: nothing is applied to it. */
export function readManifestFiles(): readonly ManifestFile[] {
  return globSync('deploy/**/*.{yaml,yml}')
    .toSorted()
    .map((file) => {
      const documents = parseAllDocuments(readFileSync(file, 'utf8'));
      return {
        file: basename(file),
        problems: documents.flatMap(({ errors, warnings }) => [...errors, ...warnings].map(({ message }) => message)),
        objects: documents.map((document) => document.toJS() as unknown as Manifest).filter(isObject),
      };
    });
}

/** What `kubectl apply -k` installs. */
export function readInstalled(): readonly Manifest[] {
  const files = readManifestFiles();
  const [kustomization] = filesNamed(files, 'kustomization.yaml');
  return listAt(kustomization, 'resources').flatMap((file) => filesNamed(files, String(file)));
}

export function filesNamed(files: readonly ManifestFile[], name: string): readonly Manifest[] {
  return files.filter(({ file }) => file === name).flatMap(({ objects }) => objects);
}

export function ofKind(objects: readonly Manifest[], ...kinds: readonly string[]): readonly Manifest[] {
  return objects.filter(({ kind }) => kinds.includes(String(kind)));
}

export interface PodTemplate {
  readonly name: string;
  readonly labels: Manifest;
  readonly spec: Manifest;
  readonly containers: readonly Manifest[];
}

export function podTemplates(objects: readonly Manifest[]): readonly PodTemplate[] {
  return ofKind(objects, 'Deployment', 'StatefulSet').map((workload) => ({
    name: stringAt(workload, 'metadata', 'name') ?? '',
    labels: objectAt(workload, 'spec', 'template', 'metadata', 'labels'),
    spec: objectAt(workload, 'spec', 'template', 'spec'),
    containers: listAt(workload, 'spec', 'template', 'spec', 'containers').filter(isObject),
  }));
}
