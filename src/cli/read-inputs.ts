import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { UsageError } from '../core/model/errors.ts';
import type { Io } from './io.ts';

/** Larger than any real manifest pair by two orders: etcd takes 1.5 MB an object. */
const MAX_BYTES = 32 * 1024 * 1024;

export interface Input {
  readonly name: string;
  text(): Promise<string>;
}

/** A file, every `*.json` of a folder in name order, or `-`. Files are read when their turn comes. */
export async function readInputs(source: string, io: Io): Promise<readonly Input[]> {
  if (source === '-') return [{ name: 'standard input', text: () => readStream(io.in) }];
  const info = await statOrFail(source);
  if (!info.isDirectory()) return [{ name: basename(source), text: () => readText(source, io) }];
  const files = (await readdir(source)).filter((name) => name.endsWith('.json')).toSorted();
  if (files.length === 0)
    throw new UsageError('cli.empty-folder', `${source} holds no case files`, 'a case file ends in .json');
  return files.map((name) => ({ name, text: () => readText(join(source, name), io) }));
}

export async function readText(path: string, io: Io): Promise<string> {
  if (path === '-') return readStream(io.in);
  const { size } = await statOrFail(path);
  if (size > MAX_BYTES) throw tooLarge(path, size);
  return readFile(path, 'utf8');
}

async function statOrFail(path: string): Promise<Awaited<ReturnType<typeof stat>>> {
  try {
    return await stat(path);
  } catch (error) {
    throw new UsageError(
      'cli.unreadable',
      `cannot read ${path}: ${reasonOf(error)}`,
      'give the path of a case file or of a folder with case files',
      { cause: error },
    );
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  return code === 'EACCES' ? 'permission denied' : String(code ?? error);
}

async function readStream(stream: Io['in']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BYTES) throw tooLarge('standard input', size);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(name: string, size: number | bigint): UsageError {
  const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;
  return new UsageError(
    'cli.too-large',
    `${name} is ${megabytes(Number(size))}, a case may have at most ${megabytes(MAX_BYTES)}`,
    'keep target, live and the context that matters; leave out logs and unrelated objects',
  );
}
