import type { Digest } from '../core/digest/digest.ts';
import { UsageError } from '../core/model/errors.ts';
import { instantOf } from './instant.ts';
import { EXIT, type Io } from './io.ts';
import { digestText } from './render/digest-text.ts';

export interface DigestOptions {
  readonly config?: string;
  readonly channel?: string;
  readonly now?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** What a command about digests needs of the running system's memory. */
export interface DigestDesk {
  readonly channels: readonly string[];
  /** undefined: the fleet was not scanned yet. */
  preview(channel: string, now: Date): Promise<Digest | undefined>;
  /** Posts it; the same day's digest is never posted twice. */
  send(channel: string, now: Date): Promise<Digest | undefined>;
  close(): Promise<void>;
}

export interface DigestDeps {
  readonly openDigestDesk: (options: { readonly config?: string }) => Promise<DigestDesk>;
  readonly now: () => Date;
}

/** `plumbline digest`: builds, prints and, unless it is a dry run, posts the digest of an instant. */
export async function digest(options: DigestOptions, deps: DigestDeps, io: Io): Promise<number> {
  const now = options.now === undefined ? deps.now() : instantOf(options.now);
  const desk = await deps.openDigestDesk(options.config === undefined ? {} : { config: options.config });
  try {
    for (const channel of channelsFor(options.channel, desk.channels)) {
      const made = await (options.dryRun ? desk.preview(channel, now) : desk.send(channel, now));
      if (made === undefined) {
        throw new UsageError(
          'cli.not-scanned',
          'nothing was scanned yet',
          'start plumbline serve and wait for its first scan',
        );
      }
      io.out.write(options.json ? `${JSON.stringify(made)}\n` : digestText(made));
    }
    return EXIT.nothing;
  } finally {
    await desk.close();
  }
}

function channelsFor(named: string | undefined, configured: readonly string[]): readonly string[] {
  if (named === undefined && configured.length > 0) return configured;
  const channel = configured.find((one) => one === named);
  if (channel !== undefined) return [channel];
  throw new UsageError(
    'cli.no-channel',
    named === undefined ? 'no channel is configured' : `the channel ${named} is not configured`,
    configured.length === 0
      ? 'set PLUMBLINE_CHANNEL, or list channels under slack.channels'
      : `configured: ${configured.join(', ')}`,
  );
}
