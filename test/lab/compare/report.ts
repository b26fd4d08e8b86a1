import { availableParallelism } from 'node:os';
import type { ArgocdRelease } from '../build/programs.ts';
import { tableOf } from '../document.ts';
import type { Arranged } from '../replay/arrange.ts';
import type { ScannedFinding } from '../replay/plumbline.ts';
import { saidBy, shorten, versionsOf } from '../replay/report.ts';
import type { Diffed, Outcome } from './contenders.ts';

export interface Comparison {
  readonly release: ArgocdRelease;
  readonly arranged: readonly Arranged[];
  readonly apps: readonly string[];
  readonly load: number;
  readonly pipe: Outcome<readonly string[]>;
  readonly diff: Outcome<Diffed>;
  readonly scan: Outcome<readonly ScannedFinding[]>;
}

export function renderComparison({ release, arranged, apps, load, pipe, diff, scan }: Comparison): string {
  const findings = [...scan.said.values()].flat();
  const diffs = [...diff.said.values()];
  const failed = diffs.filter(({ failure }) => failure !== '').length;
  return [
    `## Compared on Argo CD ${release}`,
    '',
    `${versionsOf(release)}. ${apps.length} applications, ${availableParallelism()} cores, load ${load.toFixed(1)} with`,
    'the lab itself and other work on the machine. The middle one of three runs, `argocd app diff` once for each application.',
    'Plumbline asks Argo CD at most 10 times a second, which is what it is set to unless told otherwise.',
    '',
    ...tableOf(
      ['', 'wall time', 'applications it names', 'what it says of them'],
      [
        [
          '`kubectl … get applications | jq … | sort`',
          timeOf(pipe),
          String(pipe.said.size),
          `${[...pipe.said.values()].flat().length} objects that are not Synced; neither fields nor causes, and nothing of health or errors`,
        ],
        [
          '`argocd app diff`, application by application',
          timeOf(diff),
          String(diff.said.size),
          `${sum(diffs.map(({ lines }) => lines))} changed lines in ${sum(diffs.map(({ objects }) => objects))} objects, to be read; an error instead for ${failed}; no causes`,
        ],
        [
          '`plumbline scan`',
          timeOf(scan),
          String(scan.said.size),
          `${findings.length} findings with ${sum(findings.map(({ paths }) => paths.filter((path) => path !== '').length))} fields: ${findings.filter(({ class: name }) => name !== 'residual').length} with a cause, ${findings.filter(({ owner }) => owner !== '').length} with who wrote it, ${findings.filter(({ fixes }) => fixes.length > 0).length} with what to change`,
        ],
      ],
    ),
    '',
    'What each of them tells of each scenario:',
    '',
    ...tableOf(
      ['scenario', 'the pipe', '`argocd app diff`', '`plumbline scan`'],
      arranged.map(({ scenario, bench }) => {
        const app = bench?.name ?? '';
        return [
          `\`${scenario.id}\``,
          pipe.said.get(app)?.join(', ') ?? '–',
          diffText(diff.said.get(app)),
          scanText(scan.said.get(app)?.[0]),
        ];
      }),
    ),
    '',
  ].join('\n');
}

function diffText(diffed: Diffed | undefined): string {
  if (diffed === undefined) return '–';
  if (diffed.failure !== '') return `fails: ${shorten(diffed.failure)}`;
  const objects = diffed.objects === 1 ? '1 object' : `${diffed.objects} objects`;
  return `${diffed.lines} lines of ${objects}`;
}

function scanText(lead: ScannedFinding | undefined): string {
  if (lead === undefined) return '–';
  const [fix] = lead.fixes;
  return `${saidBy(lead)}${fix === undefined ? '' : `; ${fix.kind}`}`;
}

function timeOf({ seconds }: Pick<Outcome<unknown>, 'seconds'>): string {
  const middle = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? 0;
  return `${middle.toFixed(1)} s`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
