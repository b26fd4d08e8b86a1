import { buildProgram, isBuilt, locateProgram } from './build-program.ts';
import { argocdRelease, programsFor } from './programs.ts';

const USAGE_ERROR = 64;

const wanted = process.argv.slice(2);
const programs = programsFor(argocdRelease());
const unknown = wanted.filter((name) => !programs.some((program) => program.name === name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Known: ${programs.map(({ name }) => name).join(', ')}\n`);
  process.exit(USAGE_ERROR);
}

for (const program of programs) {
  if (wanted.length > 0 && !wanted.includes(program.name)) continue;
  const startedAt = Date.now();
  const state = isBuilt(program) ? 'cached' : 'built';
  if (state === 'built') process.stdout.write(`building ${program.name} ${locateProgram(program).version}\n`);
  const { binary, version } = await buildProgram(program);
  const seconds = state === 'built' ? ` in ${Math.round((Date.now() - startedAt) / 1000)} s` : '';
  process.stdout.write(`${state} ${program.name} ${version}${seconds}: ${binary}\n`);
}
