import { writeFileSync } from 'node:fs';
import { driftClassesPage } from './drift-classes-page.ts';

writeFileSync(new URL('../docs/drift-classes.md', import.meta.url), driftClassesPage());
