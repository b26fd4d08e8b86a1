#!/usr/bin/env node
// Plain JavaScript on purpose: on an older Node a TypeScript file does not even load.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `plumbline needs Node 24 or newer, this is ${process.version}. In a checkout run it through npm, which brings its own Node (npm run -s plumbline -- …); if that says the same, run npm ci without --omit=optional, or install Node 24.`,
  );
  process.exit(2);
}
