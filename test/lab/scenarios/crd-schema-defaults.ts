import { aCrd, aCustomResource, asYaml } from '../replay/manifests.ts';
import type { Scenario } from '../replay/scenario.ts';

const remoteRef = {
  type: 'object',
  properties: {
    key: { type: 'string' },
    conversionStrategy: { type: 'string', default: 'Default' },
    decodingStrategy: { type: 'string', default: 'None' },
    metadataPolicy: { type: 'string', default: 'None' },
  },
};

/** The shape of External Secrets' CRD: defaults below a map and below a list without keys. */
export const externalSecretSchema = {
  type: 'object',
  properties: {
    target: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        creationPolicy: { type: 'string', default: 'Owner' },
        deletionPolicy: { type: 'string', default: 'Retain' },
      },
    },
    data: {
      type: 'array',
      items: { type: 'object', properties: { secretKey: { type: 'string' }, remoteRef } },
    },
  },
};

export function aSecretSpec(pinned: { readonly target?: object; readonly remoteRef?: object } = {}) {
  return {
    target: { name: 'paperclip-anthropic', creationPolicy: 'Owner', ...pinned.target },
    data: [{ secretKey: 'ANTHROPIC_API_KEY', remoteRef: { key: 'ANTHROPIC_API_KEY', ...pinned.remoteRef } }],
  };
}

const KIND = 'LabSecret';
const DEFAULTS = {
  target: { deletionPolicy: 'Retain' },
  remoteRef: { conversionStrategy: 'Default', decodingStrategy: 'None', metadataPolicy: 'None' },
};

export const crdSchemaDefaults: Scenario = {
  id: 'crd-schema-defaults',
  title: 'A: defaults of a CRD’s schema under server-side apply',
  async arrange(bench) {
    await bench.apply(aCrd(KIND, externalSecretSchema));
    await bench.commit({ 'secret.yaml': asYaml(aCustomResource(KIND, 'paperclip', aSecretSpec())) });
    await bench.createApp({ syncOptions: ['ServerSideApply=true'], automated: { selfHeal: true } });
    await bench.waitFor({ sync: 'OutOfSync', operation: { phase: 'Succeeded' } });
  },
  argocd: { sync: 'OutOfSync', drifting: ['LabSecret/paperclip'], operation: { phase: 'Succeeded' } },
  plumbline: { lead: 'schema-default', paths: ['/spec/data/0/remoteRef/conversionStrategy'] },
  fix: {
    says: 'the four defaults pinned in Git',
    async apply(bench) {
      await bench.commit({ 'secret.yaml': asYaml(aCustomResource(KIND, 'paperclip', aSecretSpec(DEFAULTS))) });
    },
    leaves: { sync: 'Synced' },
  },
};
