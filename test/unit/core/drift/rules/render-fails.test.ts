import { renderFails } from '../../../../../src/core/drift/rules/render-fails.ts';
import { anAppSubject, anOperation } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const GENERATION =
  'Failed to load target state: failed to generate manifest for source 1 of 1: rpc error: code = Unknown desc = Manifest generation error (cached)';
const failing = (message: string, type = 'ComparisonError') =>
  anAppSubject({ app: { conditions: [{ type, message: `${GENERATION}: ${message}` }] } });

testRule(renderFails, {
  claims: [
    {
      when: 'a template dereferences a missing value',
      subject: failing(
        '`helm template . --name-template checkout` failed exit status 1: Error: template: checkout/templates/deployment.yaml:31:22: executing "checkout/templates/deployment.yaml" at <.Values.image.tag>: nil pointer evaluating interface {}.tag',
      ),
      paths: [],
      fixes: ['fix-manifest'],
      owner: 'helm template',
      confidence: 'certain',
    },
    {
      when: 'a values file is missing',
      subject: failing(
        '`helm template . --values values-prod.yaml` failed exit status 1: Error: open values-prod.yaml: no such file or directory',
      ),
      paths: [],
      fixes: ['fix-manifest'],
      owner: 'helm values',
    },
    {
      when: 'a patch has no target',
      subject: failing(
        '`kustomize build apps/checkout` failed exit status 1: Error: no matches for Id Deployment.v1.apps/checkout.[noNs]; failed to find unique target for patch',
      ),
      paths: [],
      fixes: ['fix-manifest'],
      owner: 'kustomize build',
    },
    {
      when: 'the operation ended in Error before anything was applied',
      subject: anAppSubject({
        app: {
          operation: anOperation({
            phase: 'Error',
            message: 'ComparisonError: error converting YAML to JSON: yaml: line 14: mapping values are not allowed',
          }),
        },
      }),
      paths: [],
      fixes: ['fix-manifest'],
    },
  ],
  ignores: [
    { when: 'the app compares', subject: anAppSubject() },
    {
      when: 'a remote base cannot be fetched inside the render',
      subject: failing(
        "`kustomize build apps/checkout` failed exit status 1: Error: accumulating resources: failed to run 'git fetch --depth=1': fatal: could not read Username for 'https://git.example.com'",
      ),
    },
    {
      when: 'the rendered manifest cannot be compared',
      subject: anAppSubject({
        app: {
          conditions: [
            {
              type: 'ComparisonError',
              message:
                'Failed to compare desired state to live state: failed to calculate diff: error building typed value from config resource: .spec.sleepWindow: field not declared in schema',
            },
          ],
        },
      }),
    },
    {
      when: 'a mere warning quotes such a text',
      subject: failing('`helm template .` failed exit status 1', 'RepeatedResourceWarning'),
    },
    {
      when: 'the API server refused what was rendered',
      subject: anAppSubject({
        app: {
          operation: anOperation({
            phase: 'Failed',
            message: 'Deployment.apps "checkout" is invalid: spec.selector: field is immutable',
          }),
        },
      }),
    },
  ],
});
