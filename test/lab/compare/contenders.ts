import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { locateProgram } from '../build/build-program.ts';
import { ARGOCD_RELEASES, PROGRAMS } from '../build/programs.ts';
import { findingsOf, type ScannedFinding, scan } from '../replay/plumbline.ts';
import { runPlumbline, runProgram } from '../run-plumbline.ts';
import type { RunningLab } from '../running-lab.ts';
import { findSystemProgram } from '../system-programs.ts';

const RUNS = 3;
/** The story's pipe, as it stands there. */
const PIPE = `kubectl -n argocd get applications -o json \\
  | jq -r '.items[] | .metadata.name as $app
           | .status.resources[]?
           | select(.status != "Synced")
           | "\\($app)\\t\\(.kind)/\\(.name)\\t\\(.namespace // "cluster")"' \\
  | sort`;

/** How long it took each time, and what it said of which app. */
export interface Outcome<Said> {
  readonly seconds: readonly number[];
  readonly said: ReadonlyMap<string, Said>;
}

/** `Kind/name` of every resource that is not Synced. */
export async function runPipe(lab: RunningLab): Promise<Outcome<readonly string[]>> {
  const folders = [locateProgram(PROGRAMS.kubectl).folder, dirname(findSystemProgram('jq')), process.env.PATH];
  const env = { ...process.env, KUBECONFIG: lab.kubeconfig, PATH: folders.join(':') };
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runProgram('bash', ['-o', 'pipefail', '-c', PIPE], env));
  const [{ code, out, err } = { code: null, out: '', err: '' }] = runs;
  if (code !== 0) throw new Error(`the pipe ended with ${code}: ${err}`);
  const said = new Map<string, string[]>();
  for (const line of out.trim().split('\n')) {
    const [app = '', resource = ''] = line.split('\t');
    said.set(app, [...(said.get(app) ?? []), resource]);
  }
  return { seconds: runs.map(secondsOf), said };
}

export interface Diffed {
  readonly objects: number;
  readonly lines: number;
  /** '' where it could compare. */
  readonly failure: string;
}

/** One `argocd app diff` after the other, as the read-only account. */
export async function runAppDiff(lab: RunningLab, apps: readonly string[]): Promise<Outcome<Diffed>> {
  const { binary } = locateProgram(ARGOCD_RELEASES[lab.argocdRelease].argocd);
  const home = await mkdtemp(join(tmpdir(), 'plumbline-argocd-'));
  const server = new URL(lab.argocdUrl).host;
  const env = { ...process.env, HOME: home, ARGOCD_SERVER: server, ARGOCD_AUTH_TOKEN: lab.tokenOf('plumbline-read') };
  try {
    const said = new Map<string, Diffed>();
    let seconds = 0;
    for (const app of apps) {
      const ended = await runProgram(binary, ['app', 'diff', app, '--plaintext'], env);
      seconds += secondsOf(ended);
      const lines = ended.out.split('\n');
      const diffed = {
        objects: lines.filter((line) => line.startsWith('=====')).length,
        lines: lines.filter((line) => /^[<>] /.test(line)).length,
        failure: ended.code === 0 || ended.code === 1 ? '' : messageOf(ended.err),
      };
      if (diffed.objects > 0 || diffed.failure !== '') said.set(app, diffed);
    }
    return { seconds: [seconds], said };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Timed as people see it, as text; what it said is read from `--json`. */
export async function runScan(lab: RunningLab): Promise<Outcome<readonly ScannedFinding[]>> {
  const access = { ...lab, token: lab.tokenOf('plumbline-read') };
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runPlumbline(access, ['scan']));
  const document = await scan(access);
  const apps = new Set(document.findings.map(({ app }) => app));
  return { seconds: runs.map(secondsOf), said: new Map([...apps].map((app) => [app, findingsOf(document, app)])) };
}

function secondsOf({ milliseconds }: { readonly milliseconds: number }): number {
  return milliseconds / 1000;
}

/** Argo CD's command line logs its last words as JSON or as `level=fatal msg="…"`. */
function messageOf(log: string): string {
  const last = log.trim().split('\n').at(-1) ?? '';
  const text = /"msg":"((?:[^"\\]|\\.)*)"|msg="((?:[^"\\]|\\.)*)"/.exec(last);
  return (text?.[1] ?? text?.[2] ?? last).replaceAll('\\"', '"');
}
