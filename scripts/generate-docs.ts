import { writeFileSync } from 'node:fs';
import { GENERATED } from './generated-files.ts';

for (const [path, text] of Object.entries(GENERATED)) writeFileSync(new URL(`../${path}`, import.meta.url), text());
