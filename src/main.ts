import packageJson from '../package.json' with { type: 'json' };
import { parseCase, parsePair } from './adapters/case-file/parse.ts';
import { makeJq } from './adapters/jq/client.ts';
import { runCli } from './cli/program.ts';
import { makeExplainApp } from './flows/explain-app.ts';

/** Composition root: the only file that knows every ring. */
export async function main(argv: readonly string[]): Promise<number> {
  const explainApp = makeExplainApp({ jq: makeJq() });
  return runCli(
    argv,
    { explainApp, parseCase, parsePair, version: packageJson.version },
    { out: process.stdout, err: process.stderr, in: process.stdin, env: process.env },
  );
}
