import { benchClassify } from './classify.ts';
import { benchStore } from './store.ts';

/* npm run bench [-- name…]: figures as ratios within one run; the machine's speed is nobody's business. */

const BENCHES: Readonly<Record<string, () => void | Promise<void>>> = {
  classify: benchClassify,
  store: benchStore,
};
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`no bench called ${unknown.join(', ')}; there are: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}
for (const [name, run] of Object.entries(BENCHES)) {
  if (wanted.length === 0 || wanted.includes(name)) await run();
}
