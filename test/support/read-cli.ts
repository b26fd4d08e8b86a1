import { PassThrough } from 'node:stream';
import { makeJq } from '../../src/adapters/jq/client.ts';
import { app } from '../../src/cli/app.ts';
import type { ConnectReading } from '../../src/cli/connect.ts';
import { EXIT, type Io } from '../../src/cli/io.ts';
import { reportError } from '../../src/cli/on-error.ts';
import { type ScanOptions, scan } from '../../src/cli/scan.ts';
import { Config } from '../../src/config/schema.ts';
import type { ConnectedInstance } from '../../src/flows/connected-instance.ts';
import { makeExplainApp } from '../../src/flows/explain-app.ts';
import { readInstanceOf } from '../../src/main/read-instance.ts';
import type { Printed } from './run-cli.ts';
import { clock } from './story-world.ts';

/** `plumbline app` and `plumbline scan` in this process, over an instance that is connected already. */
export function makeReadCli(instance: ConnectedInstance) {
  const explainApp = makeExplainApp({ jq: makeJq() });
  const { scan: settings } = Config.parse({});
  const connect: ConnectReading = async () => [
    { ...readInstanceOf(instance, { explainApp, clock, scan: settings }), close: async () => undefined },
  ];
  const deps = { connect, now: () => clock.now() };

  async function printed(run: (io: Io) => Promise<number>): Promise<Printed> {
    const [out, err, input] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const io: Io = { out, err, in: input, env: { NO_COLOR: '1' } };
    const code = await run(io).catch((error: unknown) => {
      reportError(error, io);
      return EXIT.failed;
    });
    return { code, out: textOf(out), err: textOf(err) };
  }

  return {
    app: (name: string, options: { readonly json?: boolean } = {}) =>
      printed((io) => app(name, options, deps, io, AbortSignal.timeout(60_000))),
    scan: (options: ScanOptions = {}) => printed((io) => scan(options, deps, io, AbortSignal.timeout(120_000))),
  };
}

function textOf(stream: PassThrough): string {
  return String(stream.read() ?? '');
}
