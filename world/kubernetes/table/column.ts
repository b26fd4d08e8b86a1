import { at, type Json, listAt, type Manifest, objectAt, stringAt } from '../../../src/core/model/json.ts';
import { formatAge } from './age.ts';

export interface Column {
  readonly name: string;
  readonly type?: 'string' | 'integer' | 'boolean' | 'date' | 'number';
  /** Shown only with -o wide. */
  readonly isWide?: boolean;
  cell(object: Manifest, now: Date): Json;
}

export const NAME: Column = { name: 'Name', cell: (object) => stringAt(object, 'metadata', 'name') ?? '' };

export const AGE: Column = {
  name: 'Age',
  cell: (object, now) => formatAge(stringAt(object, 'metadata', 'creationTimestamp'), now),
};

export function column(name: string, cell: (object: Manifest, now: Date) => Json, isWide = false): Column {
  return { name, cell, ...(isWide ? { isWide } : {}) };
}

/** The value at a path, `fallback` where there is none. */
export function textColumn(name: string, path: string, fallback = '<none>', isWide = false): Column {
  return column(name, (object) => String(at(object, ...path.split('.')) ?? fallback), isWide);
}

export function countColumn(name: string, path: string): Column {
  return { name, type: 'integer', cell: (object) => numberAt(object, path) };
}

export function numberAt(object: Manifest, path: string): number {
  const value = at(object, ...path.split('.'));
  return typeof value === 'number' ? value : 0;
}

/** Containers, images and selector of a workload, for -o wide. */
export function workloadColumns(templatePath: string, selectorPath: string): readonly Column[] {
  const containers = (object: Manifest): readonly Json[] =>
    listAt(object, ...templatePath.split('.'), 'spec', 'containers');
  const joined =
    (key: string) =>
    (object: Manifest): Json =>
      containers(object)
        .map((container) => stringAt(container, key) ?? '')
        .join(',');
  return [
    column('Containers', joined('name'), true),
    column('Images', joined('image'), true),
    column('Selector', (object) => formatSelector(at(object, ...selectorPath.split('.'))), true),
  ];
}

export function formatSelector(selector: Json | undefined): string {
  const labels = Object.entries(objectAt(selector, 'matchLabels'));
  const expressions = listAt(selector, 'matchExpressions').map((each) => {
    const [key, values] = [stringAt(each, 'key') ?? '', `(${listAt(each, 'values').join(',')})`];
    const forms: Readonly<Record<string, string>> = {
      In: `${key} in ${values}`,
      NotIn: `${key} notin ${values}`,
      Exists: key,
      DoesNotExist: `!${key}`,
    };
    return forms[stringAt(each, 'operator') ?? ''] ?? key;
  });
  const parts = [...labels.map(([key, value]) => `${key}=${String(value)}`), ...expressions];
  return parts.length > 0 ? parts.join(',') : '<none>';
}

export function formatLabels(labels: Readonly<Record<string, Json>>): string {
  const parts = Object.entries(labels).map(([key, value]) => `${key}=${String(value)}`);
  return parts.length > 0 ? parts.join(',') : '<none>';
}
