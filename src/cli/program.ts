import { Command, CommanderError } from 'commander';
import { type AppDeps, type AppOptions, app } from './app.ts';
import { type AuditDeps, type AuditExportOptions, type AuditVerifyOptions, auditExport, auditVerify } from './audit.ts';
import { type DemoDeps, type DemoOptions, demo } from './demo.ts';
import { type DigestDeps, type DigestOptions, digest } from './digest.ts';
import { type DoctorDeps, type DoctorOptions, doctor } from './doctor.ts';
import { type ExplainDeps, type ExplainOptions, explain } from './explain.ts';
import { EXIT, type Io } from './io.ts';
import { reportError } from './on-error.ts';
import { type RestoreDeps, type RestoreOptions, restore } from './restore.ts';
import { type ScanDeps, type ScanOptions, scan } from './scan.ts';
import { type ServeDeps, type ServeOptions, serve } from './serve.ts';

export interface CliDeps
  extends ExplainDeps,
    ScanDeps,
    AppDeps,
    DoctorDeps,
    DemoDeps,
    ServeDeps,
    DigestDeps,
    RestoreDeps,
    AuditDeps {
  readonly version: string;
  readonly configSchema: () => unknown;
}

/** Runs one command line. Never throws, never exits: the caller gets the exit code. */
export async function runCli(argv: readonly string[], deps: CliDeps, io: Io): Promise<number> {
  let code: number = EXIT.nothing;
  const program = new Command('plumbline')
    .description('Says why an Argo CD application is out of sync or not healthy, and what to change.')
    .version(deps.version)
    .configureOutput({
      writeOut: (text) => void io.out.write(text),
      writeErr: (text) => void io.err.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'plumbline: ')),
    })
    .showHelpAfterError('  hint: plumbline help COMMAND shows its options')
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

  const stop = new AbortController();
  const interrupted = (): void => stop.abort();
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);

  withConnection(
    program
      .command('scan')
      .description('look at the whole fleet once: what drifts, what is not healthy, and what to change'),
  )
    .option('--project <name>', 'only applications of this AppProject')
    .option('--app <glob>', 'only applications whose name matches')
    .option('--list', 'the bird’s-eye rows: app, Kind/name, scope, class')
    .option('--json', 'one JSON object')
    .action(async (options: ScanOptions) => {
      code = await scan(options, deps, io, stop.signal);
    });

  withConnection(
    program
      .command('app')
      .description('the diagnosis of one application, with the on-call checklist answered')
      .argument('<name>', 'name, or namespace/name'),
  )
    .option('--json', 'one JSON object')
    .action(async (name: string, options: AppOptions) => {
      code = await app(name, options, deps, io, stop.signal);
    });

  withConnection(
    program
      .command('doctor')
      .description('check every dependency and permission; each failure with the line that repairs it'),
  )
    .option('--json', 'one JSON object')
    .action(async (options: DoctorOptions) => {
      code = await doctor(options, deps, io, stop.signal);
    });

  program
    .command('serve')
    .description('the Slack bot and its worker: answers /drift, scans on schedule, posts the daily digest')
    .option('--role <role>', 'bot (answers), worker (scans, delivers) or all', 'all')
    .option('--config <file>', CONFIG_HELP)
    .addHelpText('after', SERVE_HELP)
    .action(async (options: ServeOptions) => {
      code = await serve(options, deps, io, stop.signal);
    });

  program
    .command('digest')
    .description('build the digest of an instant, print it and post it')
    .option('--channel <id>', 'only this channel')
    .option('--now <time>', 'as of this instant, such as 2026-11-16T09:00:00Z')
    .option('--dry-run', 'print it, post nothing')
    .option('--json', 'one JSON object per channel')
    .option('--config <file>', CONFIG_HELP)
    .action(async (options: DigestOptions) => {
      code = await digest(options, deps, io);
    });

  program
    .command('restore')
    .description('undo a run from its rollback bundle in the cluster, also without Redis')
    .argument('<run>', 'id of the run')
    .option('--instance <name>', 'only this Argo CD instance')
    .option('--dry-run', 'ask the API server what would happen, change nothing')
    .option('--json', 'one JSON object')
    .option('--config <file>', CONFIG_HELP)
    .addHelpText('after', '\nExit codes: 0 all is as before, 1 something is not, 2 could not do it.')
    .action(async (run: string, options: RestoreOptions) => {
      code = await restore(run, options, deps, io, stop.signal);
    });

  const audit = program.command('audit').description('the ledger of who requested, decided and changed what');
  audit
    .command('export')
    .description('print its entries, oldest first')
    .option('--format <format>', 'jsonl (one JSON object per line) or csv (for spreadsheets)', 'jsonl')
    .option('--from <time>', 'only entries of this instant or later, such as 2026-11-01T00:00:00Z')
    .option('--to <time>', 'only entries from before this instant')
    .option('--config <file>', CONFIG_HELP)
    .action(async (options: AuditExportOptions) => {
      code = await auditExport(options, deps, io);
    });
  audit
    .command('verify')
    .description('follow its chain of hashes: is every entry as it was written?')
    .option('--noted <number:hash>', 'the end that an earlier verify printed, kept elsewhere: it must still be there')
    .option('--json', 'one JSON object')
    .option('--config <file>', CONFIG_HELP)
    .addHelpText('after', '\nExit codes: 0 intact, 1 broken (the first broken entry is printed), 2 could not do it.')
    .action(async (options: AuditVerifyOptions) => {
      code = await auditVerify(options, deps, io);
    });

  program
    .command('demo')
    .description(
      'the bot in a simulated Slack, over a simulated Argo CD and cluster: everything, with nothing installed',
    )
    .option('--no-bot', 'only the outside world, to point scan, app, doctor, serve or kubectl at')
    .option('--apps <number>', 'a generated fleet of this size instead of the story')
    .option('--port <number>', 'of the control endpoint (default: 7070, or one that is free)')
    .option('--json', 'one line with where everything is, instead of the workspace; stays up until Ctrl-C')
    .option('--headless-check', 'play the guided minute, print its steps, and exit: 0 all went well, 1 not')
    .addHelpText(
      'after',
      '\nThe workspace takes its lines from standard input, typed or piped; help in it lists what they may be.',
    )
    .action(async (options: DemoOptions) => {
      code = await demo(options, deps, io, stop.signal);
    });

  program
    .command('config')
    .description('about the configuration file')
    .command('schema')
    .description('print its JSON Schema')
    .action(() => void io.out.write(`${JSON.stringify(deps.configSchema(), null, 2)}\n`));

  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.nothing : EXIT.failed;
    reportError(error, io);
    return EXIT.failed;
  } finally {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
  }
}

const CONFIG_HELP = 'configuration file (default: PLUMBLINE_CONFIG, then plumbline.yml)';

const SERVE_HELP = `
Without a file: ARGOCD_SERVER, ARGOCD_AUTH_TOKEN, SLACK_BOT_TOKEN, SLACK_APP_TOKEN (or SLACK_SIGNING_SECRET for HTTP),
PLUMBLINE_CHANNEL, REDIS_URL (without it a private redis-server is started) and PORT (default 3000).`;

function withConnection(command: Command): Command {
  return command
    .option('--config <file>', CONFIG_HELP)
    .option('--instance <name>', 'only this Argo CD instance')
    .addHelpText(
      'after',
      '\nWithout a file: ARGOCD_SERVER and ARGOCD_AUTH_TOKEN name one Argo CD, KUBECONFIG its cluster.\nExit codes: 0 nothing to report, 1 drift or a failed check found, 2 could not do it or could not check all of it.',
    );
}
