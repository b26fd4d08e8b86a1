import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { defined } from '../../../src/core/model/defined.ts';
import { describeKubernetes } from './kubernetes.contract.ts';
import { writeRestrictedKubeconfig } from './restricted-kubeconfig.ts';

/*
 * PLUMBLINE_CONTRACT_KUBECONFIG: kubeconfig of a cluster where everything may be created and deleted.
 * PLUMBLINE_CONTRACT_CONTEXT: its context, by default the current one.
 */
const kubeconfig = process.env.PLUMBLINE_CONTRACT_KUBECONFIG;
const context = process.env.PLUMBLINE_CONTRACT_CONTEXT;

describe.runIf(kubeconfig !== undefined)('a cluster given from outside (PLUMBLINE_CONTRACT_KUBECONFIG)', () => {
  if (kubeconfig === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-contract-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  describeKubernetes('a live cluster', {
    kubeconfig,
    ...defined({ context }),
    restrictedKubeconfig: writeRestrictedKubeconfig(kubeconfig, join(folder, 'restricted'), context),
  });
});
