import { comparisonFails } from '../../../../../src/core/drift/rules/comparison-fails.ts';
import { anAppSubject, anOperation } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const UNREACHABLE =
  'Failed to load live state: failed to get cluster info for "https://10.0.3.4": error synchronizing cache state: dial tcp 10.0.3.4:443: i/o timeout';
const FORBIDDEN =
  'Failed to load live state: failed to list resources: widgets.example.com is forbidden: User "system:serviceaccount:argocd:argocd-application-controller" cannot list resource "widgets"';
const UNDECLARED =
  'Failed to compare desired state to live state: failed to calculate diff: .spec.resizePolicy: field not declared in schema';
const MISSING_PATH =
  'Failed to load target state: rpc error: code = Unknown desc = apps/checkout: app path does not exist';
const TEMPLATE =
  'Failed to load target state: rpc error: code = Unknown desc = `helm template . --name-template checkout` failed exit status 1: nil pointer evaluating interface {}.replicas';

const reporting = (message: string, type = 'ComparisonError') =>
  anAppSubject({ app: { conditions: [{ type, message }] } });

testRule(comparisonFails, {
  claims: [
    {
      when: 'the destination cluster does not answer',
      subject: reporting(UNREACHABLE),
      paths: [],
      fixes: ['inspect-logs'],
      owner: 'destination cluster',
    },
    {
      when: 'Argo CD may not list a kind there',
      subject: reporting(FORBIDDEN),
      paths: [],
      fixes: ['fix-manifest'],
    },
    {
      when: 'Argo CD’s schema lacks a field',
      subject: reporting(UNDECLARED),
      paths: [],
      fixes: ['upgrade-argocd', 'fix-manifest'],
    },
    {
      when: 'only the operation that ended in Error says so',
      subject: anAppSubject({ app: { operation: anOperation({ phase: 'Error', message: UNREACHABLE }) } }),
      paths: [],
      fixes: ['inspect-logs'],
    },
  ],
  ignores: [
    { when: 'the source cannot be read', subject: reporting(MISSING_PATH) },
    { when: 'the render fails', subject: reporting(TEMPLATE) },
    { when: 'a SyncError has the same words', subject: reporting(UNDECLARED, 'SyncError') },
    {
      when: 'the operation compared and then failed to apply',
      subject: anAppSubject({ app: { operation: anOperation({ phase: 'Failed', message: UNDECLARED }) } }),
    },
    { when: 'the app has no conditions', subject: anAppSubject() },
  ],
});
