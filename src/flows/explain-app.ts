import { classify } from '../core/classify/classify.ts';
import { appliesTo } from '../core/compare/ignore-rules.ts';
import type { Observation, ResourceObservation } from '../core/facts/observation.ts';
import type { Finding } from '../core/model/finding.ts';
import type { Pointer } from '../core/model/pointer.ts';
import type { Jq } from '../ports/jq.ts';

interface Deps {
  readonly jq: Jq;
}

export type ExplainApp = (observation: Observation) => Promise<readonly Finding[]>;

/** Observation → findings. jq rules are evaluated here: the core is synchronous and gets what they matched as facts. */
export function makeExplainApp({ jq }: Deps): ExplainApp {
  return async (observation) => {
    const resources: ResourceObservation[] = [];
    for (const resource of observation.resources) {
      const jqIgnored = await ignoredPaths(resource, observation, jq);
      resources.push(jqIgnored.length === 0 ? resource : { ...resource, jqIgnored });
    }
    return classify({ ...observation, resources });
  };
}

async function ignoredPaths(resource: ResourceObservation, { app }: Observation, jq: Jq): Promise<readonly Pointer[]> {
  const expressions = app.ignoreDifferences
    .filter((rule) => appliesTo(rule, resource.ref))
    .flatMap(({ jqPathExpressions }) => jqPathExpressions ?? []);
  const documents = [resource.live, resource.target].filter((document) => document !== null);
  const matched = await Promise.all(
    expressions.flatMap((expression) => documents.map((document) => jq.pathsOf(expression, document))),
  );
  return [...new Set(matched.flat())];
}
