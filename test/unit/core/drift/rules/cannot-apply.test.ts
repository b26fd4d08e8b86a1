import { cannotApply } from '../../../../../src/core/drift/rules/cannot-apply.ts';
import { aManifest, anOperation, aRef, aSubject, OLDER_REVISION } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const path = '/spec/selector/matchLabels/app';
const target = aManifest({ spec: { selector: { matchLabels: { app: 'checkout-v2' } } } });
const live = aManifest({ spec: { selector: { matchLabels: { app: 'checkout' } } } });

const SUMMARY = 'one or more objects failed to apply, reason: ';
const IMMUTABLE = 'Deployment.apps "checkout" is invalid: spec.selector: Invalid value: field is immutable';
const DENIED = 'admission webhook "validate.kyverno.svc-fail" denied the request: require-labels';
const QUOTA = 'pods "checkout" is forbidden: exceeded quota: compute, requested: cpu=2, used: cpu=7, limited: cpu=8';

const listed = { ...aRef(), version: 'v1', status: 'OutOfSync', requiresPruning: false, hook: false };
const cart = { ...listed, name: 'cart' };
const refused = (message: string, ref = aRef()) => [{ ...ref, status: 'SyncFailed', message }];
const failed = (reason: string, parts = {}) =>
  anOperation({ phase: 'Failed', message: `${SUMMARY}${reason}`, resources: refused(reason), ...parts });

testRule(cannotApply, {
  claims: [
    {
      when: 'the operation records that an immutable field was refused',
      subject: aSubject({ target, live, app: { operation: failed(IMMUTABLE) } }),
      paths: [path],
      fixes: ['fix-manifest'],
      owner: 'kube-apiserver validation',
      // once, although the operation and its record of the resource both say it
      says: /^(?!.*immutable.*immutable).*field is immutable/,
    },
    {
      when: 'an admission webhook denied it',
      subject: aSubject({ target, live, app: { operation: failed(DENIED), resources: [listed, cart] } }),
      paths: [path],
      fixes: ['fix-manifest'],
      owner: 'webhook validate.kyverno.svc-fail',
    },
    {
      when: 'the operation retries and only the record says why',
      subject: aSubject({
        target,
        live,
        app: {
          operation: failed(QUOTA, {
            phase: 'Running',
            retryCount: 2,
            message: 'one or more objects failed to apply. Retrying attempt #2 at 4:05PM.',
          }),
        },
      }),
      paths: [path],
      fixes: ['fix-manifest'],
      owner: 'ResourceQuota compute',
      says: /Retrying attempt #2 at 4:05PM\.; pods "checkout" is forbidden: exceeded quota/,
    },
    {
      when: 'a SyncError is all there is and it is the only resource that drifts',
      subject: aSubject({
        target,
        live: null,
        app: { conditions: [{ type: 'SyncError', message: 'failed calling webhook "mutate.example.com": EOF' }] },
      }),
      paths: [''],
      fixes: ['inspect-logs'],
      owner: 'webhook mutate.example.com',
    },
  ],
  ignores: [
    {
      when: 'another resource was refused',
      subject: aSubject({
        target,
        live,
        app: {
          operation: failed(DENIED, { resources: refused(DENIED, aRef({ name: 'cart' })) }),
          resources: [listed, cart],
        },
      }),
    },
    {
      when: 'nothing was recorded and the message names none of several',
      subject: aSubject({
        target,
        live,
        app: { operation: failed(DENIED, { resources: [] }), resources: [listed, cart] },
      }),
    },
    {
      when: 'it was refused at an older revision',
      subject: aSubject({ target, live, app: { operation: failed(IMMUTABLE, { revisions: [OLDER_REVISION] }) } }),
    },
    {
      when: 'the app cannot even be compared',
      subject: aSubject({
        target,
        live,
        app: {
          operation: failed(IMMUTABLE),
          conditions: [{ type: 'ComparisonError', message: 'Failed to load live state: cluster cache is not synced' }],
        },
      }),
    },
    { when: 'the last operation succeeded', subject: aSubject({ target, live }) },
  ],
});
