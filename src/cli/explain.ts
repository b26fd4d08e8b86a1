import { basename } from 'node:path';
import { classifiedLine } from '../core/drift/classified-line.ts';
import type { Observation } from '../core/facts/observation.ts';
import { UsageError } from '../core/model/errors.ts';
import type { ExplainApp } from '../flows/explain-app.ts';
import { EXIT, type Io } from './io.ts';
import { reportError } from './on-error.ts';
import { readInputs, readText } from './read-inputs.ts';
import { renderCase } from './render/case-text.ts';
import { painterFor } from './render/paint.ts';

export interface ExplainOptions {
  readonly json?: boolean;
  readonly target?: string;
  readonly live?: string;
  readonly crd?: string;
}

interface ParsedCase {
  readonly id: string;
  readonly observation: Observation;
}

export interface ExplainDeps {
  readonly explainApp: ExplainApp;
  parseCase(text: string, name: string): ParsedCase;
  parsePair(pair: { target: string; live: string; crd: string | undefined; name: string }): ParsedCase;
}

/** `plumbline explain FILE|DIR|-`, or `--target FILE --live FILE`. One bad file does not stop the rest. */
export async function explain(
  source: string | undefined,
  options: ExplainOptions,
  deps: ExplainDeps,
  io: Io,
): Promise<number> {
  let code: number = EXIT.nothing;
  for await (const read of casesFrom(source, options, deps, io)) {
    try {
      const found = await explainOne(await read(), options, deps, io);
      if (found && code === EXIT.nothing) code = EXIT.found;
    } catch (error) {
      reportError(error, io);
      code = EXIT.failed;
    }
  }
  return code;
}

async function* casesFrom(
  source: string | undefined,
  options: ExplainOptions,
  deps: ExplainDeps,
  io: Io,
): AsyncIterable<() => Promise<ParsedCase>> {
  const { target, live, crd } = options;
  if (target !== undefined || live !== undefined) {
    if (source !== undefined || target === undefined || live === undefined) {
      throw new UsageError(
        'cli.pair',
        'a manifest pair needs both --target and --live, and no case file beside them',
        'plumbline explain --target git.yaml --live cluster.yaml',
      );
    }
    yield async () =>
      deps.parsePair({
        target: await readText(target, io),
        live: await readText(live, io),
        crd: crd === undefined ? undefined : await readText(crd, io),
        name: basename(live),
      });
    return;
  }
  if (source === undefined) {
    throw new UsageError(
      'cli.no-input',
      'nothing to explain',
      'give a case file, a folder of case files, - for standard input, or --target and --live',
    );
  }
  for (const { name, text } of await readInputs(source, io)) yield async () => deps.parseCase(await text(), name);
}

/** Printed in one write, or not at all. */
async function explainOne(
  { id, observation }: ParsedCase,
  { json }: ExplainOptions,
  { explainApp }: ExplainDeps,
  { out, env }: Io,
): Promise<boolean> {
  const findings = await explainApp(observation);
  out.write(
    json
      ? `${JSON.stringify(classifiedLine(id, findings))}\n`
      : renderCase({ id, observation, findings }, painterFor(out, env)),
  );
  return findings.length > 0;
}
