import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ScanDocument } from '../../../src/core/scan/scan-result.ts';
import type { RunningLab } from '../running-lab.ts';
import { PREFIX } from './scenario.ts';

const PROGRAM = join(import.meta.dirname, '../../../bin/plumbline.js');
const DRIFT_FOUND = 1;

export type ScannedFinding = ScanDocument['findings'][number];

/** `plumbline scan --json` over every application of the scenarios, as the read-only account. */
export async function scanScenarios(lab: RunningLab): Promise<ScanDocument> {
  const args = [PROGRAM, 'scan', '--json', '--app', `${PREFIX}*`];
  const env = {
    ...process.env,
    ARGOCD_SERVER: lab.argocdUrl,
    ARGOCD_AUTH_TOKEN: lab.tokenOf('plumbline-read'),
    KUBECONFIG: lab.kubeconfig,
  };
  const { code, out, err } = await collect(spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  if (code !== 0 && code !== DRIFT_FOUND) throw new Error(`plumbline scan: exit code ${code}\n${err}`);
  return JSON.parse(out) as ScanDocument;
}

/** Findings of one application, the lead first. */
export function findingsOf({ findings }: ScanDocument, app: string): readonly ScannedFinding[] {
  return findings.filter((finding) => finding.app === app);
}

function collect(child: ReturnType<typeof spawn>): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out: String(Buffer.concat(out)), err: String(Buffer.concat(err)) }));
  });
}

/** For the message of a test that fails: everything Plumbline said, one finding per line. */
export function findingsText(findings: readonly ScannedFinding[]): string {
  return findings
    .map(({ class: name, resource, paths, owner }) =>
      [name, resource === null ? 'app' : `${resource.kind}/${resource.name}`, paths.join(' '), owner].join(' · '),
    )
    .join('\n');
}
