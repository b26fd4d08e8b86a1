import { parseArgs } from 'node:util';
import { benchBot } from './bot.ts';
import { benchClassify } from './classify.ts';
import { benchScan } from './scan.ts';
import { benchStore } from './store.ts';

/* npm run bench [-- name… [--apps N] [--rate N]]: figures as ratios within one run; the machine's speed is nobody's business. */

const BENCHES: Readonly<
  Record<string, (options: { readonly apps: number; readonly rate: number }) => void | Promise<void>>
> = {
  bot: benchBot,
  classify: benchClassify,
  scan: benchScan,
  store: benchStore,
};
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    apps: { type: 'string', default: '5000' },
    rate: { type: 'string', default: '1000' },
  },
});
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`no bench called ${unknown.join(', ')}; there are: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}
for (const [name, run] of Object.entries(BENCHES)) {
  if (wanted.length === 0 || wanted.includes(name)) await run({ apps: Number(values.apps), rate: Number(values.rate) });
}
