import { locateProgram } from '../build/build-program.ts';
import { ARGOCD_RELEASES, type ArgocdRelease, PROGRAMS } from '../build/programs.ts';

export function renderProvenance(
  release: ArgocdRelease,
  requests: Readonly<Record<string, string>>,
  drift: readonly string[],
): string {
  const argocd = locateProgram(ARGOCD_RELEASES[release].argocd).version;
  const kubernetes = locateProgram(PROGRAMS.kubeApiserver).version;
  return [
    '# Recorded Argo CD responses',
    '',
    `Argo CD ${argocd} on Kubernetes ${kubernetes}, run by \`test/lab\`. Recorded with`,
    `\`PLUMBLINE_LAB_ARGOCD=${release} npm run lab:up && npm run lab:record\` as the account \`plumbline-read\`. Only the address`,
    'of the Git repository was replaced; Argo CD itself masks the values of Secrets.',
    '',
    ...Object.entries(requests).map(([name, request]) => `- \`${name}.json\`: \`${request}\``),
    '',
    'The application is `test/lab/recording/shop`. After the sync, and before every recording but `application-synced.json`,',
    'it was changed by hand:',
    '',
    '```',
    ...drift,
    '```',
    '',
  ].join('\n');
}
