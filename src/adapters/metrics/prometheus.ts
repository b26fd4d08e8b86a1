import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { METRICS, type MetricName, type Metrics } from '../../ports/metrics.ts';

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30, 60, 300, 900];

export function makeMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const made = new Map(Object.entries(METRICS).map(([name, entry]) => [name, make(name, entry, registry)]));

  return {
    record(name, value, labels) {
      const metric = made.get(name);
      if (metric instanceof Counter) metric.inc(labels, value);
      else if (metric instanceof Histogram) metric.observe(labels, value);
      else metric?.set(labels, value);
    },
    text: () => registry.metrics(),
  };
}

function make(
  name: string,
  { kind, help, labels }: (typeof METRICS)[MetricName],
  registry: Registry,
): Counter | Histogram | Gauge {
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  switch (kind) {
    case 'counter':
      return new Counter(options);
    case 'histogram':
      return new Histogram({ ...options, buckets: SECONDS });
    case 'gauge':
      return new Gauge(options);
    default:
      return kind satisfies never;
  }
}
