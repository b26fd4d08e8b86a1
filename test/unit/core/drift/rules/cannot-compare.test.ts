import { cannotCompare } from '../../../../../src/core/drift/rules/cannot-compare.ts';
import { aManifest, aRef, aSubject } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const PREFIX =
  'Failed to compare desired state to live state: failed to calculate diff: error calculating structured merge diff: ';
const UNDECLARED = `${PREFIX}.spec.template.spec.containers[name="web"].restartPolicyRules: field not declared in schema`;
const MISPLACED = `${PREFIX}error building typed value from config resource: .spec.template.spec.containers[name="web"].restartPolicyRules: field not declared in schema`;
const DUPLICATE = `${PREFIX}.spec.template.spec.containers[name="web"].env: duplicate entries for key [name="TZ"]`;
const OF_ANOTHER = `${PREFIX}.spec.template.spec.containers[name="web"].restartPolicy: field not declared in schema`;

const pod = (container: Record<string, unknown>, replicas = 2) =>
  aManifest({ spec: { replicas, template: { spec: { containers: [{ name: 'web', ...container }] } } } });
const listed = { ...aRef(), version: 'v1', status: 'OutOfSync', requiresPruning: false, hook: false };
const resources = [listed, { ...listed, name: 'cart' }];
const failing = (message: string) => ({ conditions: [{ type: 'ComparisonError', message }], resources });

const target = pod({ restartPolicyRules: [{ action: 'Restart' }] });
const live = pod({}, 5);

testRule(cannotCompare, {
  claims: [
    {
      when: 'the message names a field that the schema lacks, leaving other changes alone',
      subject: aSubject({ target, live, app: failing(UNDECLARED) }),
      paths: ['/spec/template/spec/containers/0/restartPolicyRules'],
      fixes: ['upgrade-argocd', 'fix-manifest'],
      owner: 'argocd diff engine',
    },
    {
      when: 'Git states a field where the API has none',
      subject: aSubject({ target, live, app: failing(MISPLACED) }),
      paths: ['/spec/template/spec/containers/0/restartPolicyRules'],
      fixes: ['fix-manifest', 'upgrade-argocd'],
      owner: 'the manifest',
    },
    {
      when: 'the message names a list with two entries for one key',
      subject: aSubject({
        target: pod({
          env: [
            { name: 'TZ', value: 'UTC' },
            { name: 'TZ', value: 'CET' },
          ],
        }),
        live: pod({ env: [{ name: 'TZ', value: 'CET' }] }),
        app: failing(DUPLICATE),
      }),
      paths: ['/spec/template/spec/containers/0/env'],
      fixes: ['fix-manifest'],
      owner: 'the manifest',
    },
    {
      when: 'the message names the object and no field of it',
      subject: aSubject({
        target,
        live,
        app: failing('Failed to compare desired state to live state: failed to convert Deployment "checkout"'),
      }),
      paths: [],
      fixes: ['inspect-logs'],
    },
    {
      when: 'no other resource can be meant',
      subject: aSubject({ target, live, app: { ...failing(OF_ANOTHER), resources: [listed] } }),
      paths: [],
      fixes: ['upgrade-argocd', 'fix-manifest'],
    },
  ],
  ignores: [
    {
      when: 'the message names a field that only begins alike',
      subject: aSubject({ target, live, app: failing(OF_ANOTHER) }),
    },
    {
      when: 'the message names another object',
      subject: aSubject({ target, live, app: failing('failed to calculate diff of Deployment "cart"') }),
    },
    {
      when: 'rendering fails, not comparing',
      subject: aSubject({
        target,
        live,
        app: failing('Failed to load target state: helm template failed: nil pointer evaluating checkout.replicas'),
      }),
    },
    {
      when: 'the same words stand in a warning',
      subject: aSubject({
        target,
        live,
        app: { conditions: [{ type: 'RepeatedResourceWarning', message: UNDECLARED }] },
      }),
    },
  ],
});
