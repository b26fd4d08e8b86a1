import { configSchema, ENVIRONMENT } from '../src/config/load.ts';

/** The part of JSON Schema that zod writes for our configuration. */
interface Node {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Node | false;
}

export interface Setting {
  readonly path: string;
  readonly type: string;
  /** Empty: it may be left out. */
  readonly standard: string;
  readonly description: string;
}

const PLACEHOLDER = ['$', '{NAME}'].join('');
const TYPES: Readonly<Record<string, string>> = { string: 'text', object: 'section' };

/** Every setting that a file may hold, in the order of the schema. */
export function settings(): readonly Setting[] {
  return Object.entries(sections()).flatMap(([name, node]) => settingsIn(node, name, false));
}

/** The reference page of plumbline.yml and the environment, from the schema: it cannot say anything else. */
export function configurationPage(): string {
  return [
    '# Configuration',
    '',
    'Generated from `src/config/` by `npm run docs`. Do not edit. `plumbline config schema` prints the same as JSON Schema.',
    '',
    `One YAML file: \`--config\`, else \`PLUMBLINE_CONFIG\`, else \`plumbline.yml\`. \`${PLACEHOLDER}\` in any text is taken from the environment;`,
    'a variable that is not set is an error. Names are strict: a typo is an error too. All problems are reported at once.',
    'Durations are `30s`, `5m`, `1h` or `7d`.',
    '',
    '## Environment',
    '',
    'It fills what the file leaves out; alone it is enough for one Argo CD.',
    '',
    '| variable | means |',
    '|---|---|',
    ...Object.entries(ENVIRONMENT).map(([variable, means]) => `| \`${variable}\` | ${means} |`),
    '',
    ...Object.entries(sections()).flatMap(([name, node]) => [
      `## ${name}`,
      '',
      `${node.description ?? ''}.`,
      '',
      '| setting | type | default | means |',
      '|---|---|---|---|',
      ...settingsIn(node, name, false).map(row),
      '',
    ]),
  ].join('\n');
}

function sections(): Readonly<Record<string, Node>> {
  return (configSchema() as Node).properties ?? {};
}

function row({ path, type, standard, description }: Setting): string {
  return `| ${[`\`${path}\``, type, standard, description].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function settingsIn(node: Node, path: string, isRequired: boolean): readonly Setting[] {
  const values = node.additionalProperties === false ? undefined : node.additionalProperties;
  const own = { path, type: typeOf(node), standard: standardOf(node, isRequired), description: node.description ?? '' };
  // a section's own description stands above its table
  const heading = path.includes('.') && own.description !== '' ? [own] : [];
  if (node.properties) {
    const { properties, required = [] } = node;
    const inner = Object.entries(properties).flatMap(([name, one]) =>
      settingsIn(one, `${path}.${name}`, required.includes(name)),
    );
    return [...heading, ...inner];
  }
  if (node.items?.properties) return [...heading, ...settingsIn(node.items, `${path}[]`, false)];
  if (values?.properties) return [...heading, ...settingsIn(values, `${path}.<name>`, false)];
  return [own];
}

function typeOf(node: Node): string {
  if (node.enum) return node.enum.map((value) => `\`${String(value)}\``).join(' or ');
  if (node.items) return `list of ${typeOf(node.items)}`;
  if (node.anyOf) return node.anyOf.map(({ const: value }) => String(value)).join(', ');
  if (node.pattern?.includes('ms|s|m|h|d')) return 'duration';
  if (node.additionalProperties) return `name → ${typeOf(node.additionalProperties)}`;
  return TYPES[node.type ?? ''] ?? node.type ?? '';
}

function standardOf({ default: standard }: Node, isRequired: boolean): string {
  if (isRequired) return '**required**';
  if (standard === undefined || (typeof standard === 'object' && Object.keys(standard ?? {}).length === 0)) return '';
  return `\`${typeof standard === 'string' ? standard : JSON.stringify(standard)}\``;
}
