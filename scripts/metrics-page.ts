import { METRICS } from '../src/ports/metrics.ts';

/** The reference page of what /metrics says of the service itself. */
export function metricsPage(): string {
  return [
    '# Metrics',
    '',
    'Generated from `src/ports/metrics.ts` by `npm run docs`. Do not edit.',
    '',
    '`GET /metrics` of bot and worker, in Prometheus’ format. Labels never hold names of applications or people. Beside these there',
    'are Node’s own (`process_…`, `nodejs_…`) and BullMQ’s counts of jobs for each queue.',
    '',
    '| metric | kind | labels | says |',
    '|---|---|---|---|',
    ...Object.entries(METRICS).map(
      ([name, { kind, labels, help }]) =>
        `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
    ),
    '',
  ].join('\n');
}
