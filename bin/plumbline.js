#!/usr/bin/env node
// Plain JavaScript on purpose: it checks Node's version before anything newer is loaded. Node strips types only
// outside node_modules, so a checkout runs the source and an installed package runs what `prepack` built.
import './check-node.js';
import { existsSync } from 'node:fs';

const source = new URL('../src/main.ts', import.meta.url);
const built = new URL('../dist/src/main.js', import.meta.url);
const { main } = await import(existsSync(source) ? source : built);
process.exitCode = await main(process.argv.slice(2));
