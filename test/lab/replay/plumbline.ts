import type { ScanDocument } from '../../../src/core/memory/scan-result.ts';
import { runPlumbline } from '../run-plumbline.ts';
import type { RunningLab } from '../running-lab.ts';
import { PREFIX } from './scenario.ts';

const DRIFT_FOUND = 1;

export type ScannedFinding = ScanDocument['findings'][number];

/** `plumbline scan --json` over every application of the scenarios, as the read-only account. */
export function scanScenarios(lab: RunningLab): Promise<ScanDocument> {
  return scan({ ...lab, token: lab.tokenOf('plumbline-read') }, ['--app', `${PREFIX}*`]);
}

export async function scan(
  access: Parameters<typeof runPlumbline>[0],
  flags: readonly string[] = [],
): Promise<ScanDocument> {
  const { code, out, err } = await runPlumbline(access, ['scan', '--json', ...flags]);
  if (code !== 0 && code !== DRIFT_FOUND) throw new Error(`plumbline scan: exit code ${code}\n${err}`);
  return JSON.parse(out) as ScanDocument;
}

/** Findings of one application, the lead first. */
export function findingsOf({ findings }: ScanDocument, app: string): readonly ScannedFinding[] {
  return findings.filter((finding) => finding.app === app);
}

/** For the message of a test that fails: everything Plumbline said, one finding per line. */
export function findingsText(findings: readonly ScannedFinding[]): string {
  return findings
    .map(({ class: name, resource, paths, owner }) =>
      [name, resource === null ? 'app' : `${resource.kind}/${resource.name}`, paths.join(' '), owner].join(' · '),
    )
    .join('\n');
}
