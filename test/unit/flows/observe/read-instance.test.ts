import { expect, it } from 'vitest';
import { NotAllowedError } from '../../../../src/core/model/errors.ts';
import { readInstance } from '../../../../src/flows/observe/read-instance.ts';

const settings = async () => ({ trackingMethod: 'annotation' as const, appsInAnyNamespace: false });

it('knows the version beside the settings', async () => {
  expect(await readInstance({ settings, version: async () => 'v3.5.1+abc' }, {})).toEqual({
    trackingMethod: 'annotation',
    appsInAnyNamespace: false,
    version: 'v3.5.1+abc',
  });
});

it('does without the version where it is refused', async () => {
  const version = () => Promise.reject(new NotAllowedError('argocd.not-allowed', 'no', 'permit it'));
  expect(await readInstance({ settings, version }, {})).not.toHaveProperty('version');
});

it('fails where the settings cannot be read', async () => {
  const refused = () => Promise.reject(new NotAllowedError('argocd.not-allowed', 'no', 'permit it'));
  await expect(readInstance({ settings: refused, version: async () => 'v3.5.1' }, {})).rejects.toThrow('no');
});
