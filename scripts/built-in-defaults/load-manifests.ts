import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './api.ts';

export async function loadManifests(file: string): Promise<Manifest[]> {
  const text = await readFile(file, 'utf8');
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

export async function loadSamples(folder: string): Promise<Manifest[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  return (await Promise.all(files.map((name) => loadManifests(join(folder, name))))).flat();
}
