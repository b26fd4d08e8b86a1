import { describe } from 'vitest';
import { argocdContract } from './argocd.contract.ts';
import { targetFrom } from './target.ts';

const target = targetFrom(process.env);

describe.runIf(target !== undefined)('a server given from outside (PLUMBLINE_CONTRACT_ARGOCD_SERVER, …_TOKEN)', () => {
  argocdContract(async () => {
    if (!target) throw new TypeError('no target was given');
    return target;
  });
});
