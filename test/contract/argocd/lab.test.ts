import { describe, it } from 'vitest';
import { argocdContract } from './argocd.contract.ts';
import { targetFrom } from './target.ts';

const target = targetFrom(process.env);

describe('a server given from outside', () => {
  if (target) argocdContract(async () => target);
  else it.skip('set PLUMBLINE_CONTRACT_ARGOCD_SERVER and …_TOKEN to run the suite', () => undefined);
});
