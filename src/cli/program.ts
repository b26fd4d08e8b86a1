import { Command, CommanderError } from 'commander';
import { type ExplainDeps, type ExplainOptions, explain } from './explain.ts';
import { EXIT, type Io } from './io.ts';
import { reportError } from './on-error.ts';

export interface CliDeps extends ExplainDeps {
  readonly version: string;
}

/** Runs one command line. Never throws, never exits: the caller gets the exit code. */
export async function runCli(argv: readonly string[], deps: CliDeps, io: Io): Promise<number> {
  let code: number = EXIT.nothing;
  const program = new Command('plumbline')
    .description('Says why an Argo CD application is out of sync or not healthy, and what to change.')
    .version(deps.version)
    .configureOutput({ writeOut: (text) => void io.out.write(text), writeErr: (text) => void io.err.write(text) })
    .showHelpAfterError('(plumbline help COMMAND shows its options)')
    .exitOverride();

  program
    .command('explain')
    .description('classify case files offline: every drifting field, its class, evidence and fixes')
    .argument('[source]', 'a case file, a folder of case files, or - for standard input')
    .option('--json', 'one compact line per case')
    .option('--target <file>', 'instead of a case: the manifest as Git has it (YAML or JSON)')
    .option('--live <file>', 'instead of a case: the object as the cluster has it')
    .option('--crd <file>', 'with --target and --live: the CustomResourceDefinition, for its defaults')
    .addHelpText('after', '\nExit codes: 0 nothing to report, 1 drift found, 2 could not do it.')
    .action(async (source: string | undefined, options: ExplainOptions) => {
      code = await explain(source, options, deps, io);
    });

  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.nothing : EXIT.failed;
    reportError(error, io);
    return EXIT.failed;
  }
}
