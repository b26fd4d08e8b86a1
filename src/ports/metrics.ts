/* What is measured of the service itself. Labels never hold names of apps or people: their number must stay small. */

export const METRICS = {
  plumbline_commands_total: {
    kind: 'counter',
    help: 'Slash commands and buttons, by command and outcome',
    labels: ['command', 'outcome'],
  },
  plumbline_answer_seconds: { kind: 'histogram', help: 'Time to the first answer of a command', labels: ['command'] },
  plumbline_ack_seconds: { kind: 'histogram', help: 'Time until Slack was acknowledged', labels: [] },
  plumbline_scans_total: { kind: 'counter', help: 'Scans, by instance and outcome', labels: ['instance', 'outcome'] },
  plumbline_scan_seconds: { kind: 'histogram', help: 'Duration of whole scans', labels: ['instance'] },
  plumbline_looks_total: { kind: 'counter', help: 'Apps looked at', labels: ['instance'] },
  plumbline_apps: { kind: 'gauge', help: 'Apps of the last snapshot, by state', labels: ['instance', 'state'] },
  plumbline_patterns: {
    kind: 'gauge',
    help: 'Open patterns of the last snapshot, by class',
    labels: ['instance', 'class'],
  },
  plumbline_snapshot_timestamp_seconds: { kind: 'gauge', help: 'When the last scan ended', labels: ['instance'] },
  plumbline_argocd_up: { kind: 'gauge', help: '1 if Argo CD answered the last scan', labels: ['instance'] },
  plumbline_runs_total: {
    kind: 'counter',
    help: 'Runs of approved plans that ended, by instance and outcome',
    labels: ['instance', 'outcome'],
  },
  plumbline_messages_total: { kind: 'counter', help: 'Messages delivered to Slack, by outcome', labels: ['outcome'] },
} as const satisfies Readonly<
  Record<string, { kind: 'counter' | 'histogram' | 'gauge'; help: string; labels: readonly string[] }>
>;

export type MetricName = keyof typeof METRICS;
type LabelsOf<Name extends MetricName> = Readonly<Record<(typeof METRICS)[Name]['labels'][number], string>>;

export interface Metrics {
  /** Counters count up by `value`, histograms observe it, gauges are set to it. */
  record<Name extends MetricName>(name: Name, value: number, labels: LabelsOf<Name>): void;
  /** In Prometheus' text format. */
  text(): Promise<string>;
}
