import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../folders.ts';
import { type Program, versionFor, wrapperFolderFor } from './programs.ts';

const run = promisify(execFile);

export interface BuiltProgram {
  readonly folder: string;
  readonly binary: string;
  readonly version: string;
}

export function locateProgram(program: Program): BuiltProgram {
  const version = versionFor(program);
  const folder = join(cacheFolder(), `${program.name}-${version}`);
  return { folder, binary: join(folder, program.name), version };
}

export function isBuilt(program: Program): boolean {
  const { folder, binary } = locateProgram(program);
  const assets = (program.assets ?? []).map((asset) => join(folder, asset));
  return [binary, ...assets].every((file) => existsSync(file));
}

/**
 * Builds into a scratch folder and renames it into place, so that an
 * interrupted build never leaves a half-written program.
 */
export async function buildProgram(program: Program): Promise<BuiltProgram> {
  const built = locateProgram(program);
  if (isBuilt(program)) return built;

  await mkdir(cacheFolder(), { recursive: true });
  const scratch = await mkdtemp(join(cacheFolder(), `.${program.name}-`));
  try {
    await goBuild(program, built.version, join(scratch, program.name));
    await copyAssets(program, scratch);
    await rm(built.folder, { recursive: true, force: true });
    await rename(scratch, built.folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return built;
}

async function goBuild(program: Program, version: string, output: string): Promise<void> {
  const values = Object.entries(program.linkerValues(version)).map(([name, value]) => `-X ${name}=${value}`);
  const args = ['build', '-trimpath', '-buildvcs=false', '-ldflags', ['-s', '-w', ...values].join(' ')];
  const child = spawn('nice', ['-n', '19', 'go', ...args, '-o', output, program.packagePath], {
    cwd: wrapperFolderFor(program),
    env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '-mod=readonly -p=2' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0) throw new Error(`go build ${program.packagePath}@${version} exited with ${code}`);
}

async function copyAssets(program: Program, target: string): Promise<void> {
  if (program.assets === undefined) return;
  const { stdout } = await run('go', ['list', '-m', '-f', '{{.Dir}}', program.modulePath], {
    cwd: wrapperFolderFor(program),
    env: { ...process.env, GOWORK: 'off', GOFLAGS: '-mod=readonly' },
  });
  for (const asset of program.assets) {
    const destination = join(target, asset);
    await mkdir(dirname(destination), { recursive: true });
    await cp(join(stdout.trim(), asset), destination, { recursive: true });
    // The module cache keeps no executable bits.
    if (asset.endsWith('.sh')) await chmod(destination, 0o755);
  }
}
