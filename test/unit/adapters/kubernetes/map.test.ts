import { describe, expect, it } from 'vitest';
import { AUTOSCALER_KINDS, autoscalerOf } from '../../../../src/adapters/kubernetes/autoscaler.ts';
import { warningsOf } from '../../../../src/adapters/kubernetes/event-fact.ts';
import { humanDuration } from '../../../../src/adapters/kubernetes/human-duration.ts';
import { selectorQuery, selectsByMap } from '../../../../src/adapters/kubernetes/label-selector.ts';
import { logLines } from '../../../../src/adapters/kubernetes/log-lines.ts';
import { webhooksOf } from '../../../../src/adapters/kubernetes/mutating-webhook.ts';
import { parseRetryAfter, pauseAfter } from '../../../../src/adapters/kubernetes/retry.ts';
import { selects } from '../../../../src/core/kubernetes/label-selector.ts';
import { makeMasker } from '../../../../src/core/mask/mask.ts';
import type { Json, JsonObject, Manifest } from '../../../../src/core/model/json.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('humanDuration writes as kubectl does', () => {
  it.each([
    [-5, '0s'],
    [45_000, '45s'],
    [119_000, '119s'],
    [3 * MINUTE + 12_000, '3m12s'],
    [5 * MINUTE, '5m'],
    [90 * MINUTE, '90m'],
    [3 * HOUR + 12 * MINUTE, '3h12m'],
    [30 * HOUR, '30h'],
    [3 * DAY + 4 * HOUR, '3d4h'],
    [21 * DAY + 5 * HOUR, '21d'],
    [3 * 365 * DAY + 2 * DAY, '3y2d'],
    [9 * 365 * DAY, '9y'],
  ])('%i ms: %s', (length, text) => {
    expect(humanDuration(length)).toBe(text);
  });
});

describe('events', () => {
  const old: Manifest = {
    type: 'Warning',
    reason: 'BackOff',
    message: 'Back-off restarting',
    involvedObject: { kind: 'Pod', name: 'web-1' },
    firstTimestamp: '2026-11-16T10:00:00Z',
    lastTimestamp: '2026-11-16T11:00:00Z',
    eventTime: null,
    count: 12,
  };
  const young: Manifest = {
    type: 'Warning',
    reason: 'FailedScheduling',
    message: 'token=abcdefgh1234 refused',
    involvedObject: { kind: 'Pod', name: 'web-2' },
    firstTimestamp: null,
    lastTimestamp: null,
    eventTime: '2026-11-16T09:00:00.000001Z',
    series: { count: 3, lastObservedTime: '2026-11-16T11:30:00.000001Z' },
  };

  it('of both generations come newest first, without Normal ones, redacted', () => {
    expect(warningsOf([old, { ...young, type: 'Normal' }, young], makeMasker())).toEqual([
      {
        reason: 'FailedScheduling',
        message: 'token=‹masked 1› refused',
        object: 'Pod/web-2',
        type: 'Warning',
        count: 3,
      },
      { reason: 'BackOff', message: 'Back-off restarting', object: 'Pod/web-1', type: 'Warning', count: 12 },
    ]);
  });

  it('without any time come last and count once', () => {
    const bare: Manifest = { type: 'Warning', reason: 'Odd' };
    expect(warningsOf([bare, old], makeMasker())).toMatchObject([{ reason: 'BackOff' }, { reason: 'Odd', count: 1 }]);
  });
});

describe('log lines', () => {
  const lines = (text: string) => logLines(text, makeMasker());

  it.each<[string, string, readonly string[]]>([
    ['lose their colours', '\u001b[31mlevel=fatal\u001b[0m msg=no\n', ['level=fatal msg=no']],
    ['lose empty lines and carriage returns', 'a\r\n\r\nb\n', ['a', 'b']],
    ['lose passwords in URLs', 'dial postgres://app:s3cretpw@db/x', ['dial postgres://app:‹masked 1›@db/x']],
    [
      'lose a private key that spans lines',
      'start\n-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\n-----END RSA PRIVATE KEY-----\nend',
      ['start', '‹masked 1›', 'end'],
    ],
    [
      'lose the end of a key that began before the tail',
      'MIIEabc\nxyz\n-----END PRIVATE KEY-----\nend',
      ['‹masked›', 'end'],
    ],
    ['leave out what the kubelet says instead of a log', 'unable to retrieve container logs for containerd://abc', []],
  ])('%s', (_, text, expected) => {
    expect(lines(text)).toEqual(expected);
  });
});

describe('autoscalers', () => {
  const scaler = (spec: JsonObject): Manifest => ({ metadata: { name: 'scaler' }, spec });

  it.each<[string, JsonObject, { kind: string; name: string }]>([
    [
      'HorizontalPodAutoscaler',
      { scaleTargetRef: { kind: 'StatefulSet', name: 'db' } },
      { kind: 'StatefulSet', name: 'db' },
    ],
    ['ScaledObject', { scaleTargetRef: { name: 'web' } }, { kind: 'Deployment', name: 'web' }],
    ['ScaledObject', { scaleTargetRef: { kind: 'Rollout', name: 'web' } }, { kind: 'Rollout', name: 'web' }],
    [
      'VerticalPodAutoscaler',
      { targetRef: { kind: 'DaemonSet', name: 'agent' } },
      { kind: 'DaemonSet', name: 'agent' },
    ],
  ])('%s %o', (kind, spec, target) => {
    const mapped = AUTOSCALER_KINDS.filter((candidate) => candidate.kind === kind).map((candidate) =>
      autoscalerOf(candidate, scaler(spec)),
    );
    expect(mapped).toEqual([{ kind, name: 'scaler', target }]);
  });
});

describe('a mutating webhook configuration', () => {
  const rule = { apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'], operations: ['CREATE'] };
  const of = (...webhooks: readonly JsonObject[]) => webhooksOf({ metadata: { name: 'istio' }, webhooks });

  it('brings each of its webhooks under its own name', () => {
    expect(
      of(
        { name: 'a', rules: [rule, { apiGroups: ['*'], resources: ['*/*'] }] },
        { name: 'b', rules: [{ ...rule, operations: ['*'], scope: 'Namespaced' }] },
      ),
    ).toEqual([
      {
        name: 'istio',
        rules: [
          { groups: ['apps'], resources: ['deployments'] },
          { groups: ['*'], resources: ['*/*'] },
        ],
      },
      { name: 'istio', rules: [{ groups: ['apps'], resources: ['deployments'], scope: 'Namespaced' }] },
    ]);
  });

  it.each<[string, JsonObject]>([
    ['without rules', {}],
    ['that only deletions and connections ask', { rules: [{ ...rule, operations: ['DELETE', 'CONNECT'] }] }],
  ])('leaves out a webhook %s', (_, webhook) => {
    expect(of({ name: 'a', ...webhook })).toEqual([]);
  });

  it('says by what a webhook chooses', () => {
    const namespaceSelector = { matchLabels: { 'istio-injection': 'enabled' } };
    const objectSelector = { matchExpressions: [{ key: 'inject', operator: 'Exists' }] };
    const matchConditions = [{ name: 'not-system', expression: 'true' }];
    expect(of({ rules: [rule], namespaceSelector, objectSelector, matchConditions })).toMatchObject([
      { namespaceSelector, objectSelector, isConditional: true },
    ]);
    expect(of({ rules: [rule], namespaceSelector: {}, objectSelector: {} })[0]).not.toHaveProperty('objectSelector');
  });

  it('holds to the version only where it is exact', () => {
    expect(of({ rules: [rule], matchPolicy: 'Exact' })[0]?.rules[0]?.versions).toEqual(['v1']);
    expect(of({ rules: [rule], matchPolicy: 'Equivalent' })[0]?.rules[0]?.versions).toBeUndefined();
    expect(
      of({ rules: [{ ...rule, apiVersions: ['*'] }], matchPolicy: 'Exact' })[0]?.rules[0]?.versions,
    ).toBeUndefined();
  });
});

describe('label selectors', () => {
  const labels = { app: 'web', tier: 'front' };

  it.each<[Json | undefined, boolean]>([
    [undefined, false],
    [{}, true],
    [{ matchLabels: { app: 'web' } }, true],
    [{ matchLabels: { app: 'web', tier: 'back' } }, false],
    [{ matchLabels: { toString: 'x' } }, false],
    [{ matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'cart'] }] }, true],
    [{ matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] }, false],
    [{ matchExpressions: [{ key: 'zone', operator: 'NotIn', values: ['a'] }] }, true],
    [{ matchExpressions: [{ key: 'tier', operator: 'Exists' }] }, true],
    [{ matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] }, false],
    [{ matchExpressions: [{ key: 'tier', operator: 'Gt', values: ['1'] }] }, false],
  ])('%o selects: %s', (selector, expected) => {
    expect(selects(selector, labels)).toBe(expected);
  });

  it('of Services select nothing when empty', () => {
    expect([selectsByMap({}, labels), selectsByMap(undefined, labels), selectsByMap({ app: 'web' }, labels)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.each<[Json | undefined, string | undefined]>([
    [undefined, undefined],
    [{}, undefined],
    [
      {
        matchLabels: { app: 'web' },
        matchExpressions: [
          { key: 'tier', operator: 'In', values: ['a', 'b'] },
          { key: 'zone', operator: 'NotIn', values: ['c'] },
          { key: 'x', operator: 'Exists' },
          { key: 'y', operator: 'DoesNotExist' },
        ],
      },
      'app=web,tier in (a,b),zone notin (c),x,!y',
    ],
  ])('%o as a query: %s', (selector, query) => {
    expect(selectorQuery(selector)).toBe(query);
  });
});

describe('retries', () => {
  it.each<[number, number | undefined, number, number | undefined]>([
    [1, undefined, 0, 0],
    [1, undefined, 1, 400],
    [3, undefined, 1, 1600],
    [1, 2000, 0.5, 2200],
    [4, undefined, 1, undefined],
    [1, 11_000, 0, undefined],
  ])('after attempt %i, asked for %s ms, luck %s: %s ms', (attempt, asked, luck, expected) => {
    expect(pauseAfter(attempt, asked, () => luck)).toBe(expected);
  });

  it.each<[string | undefined, number | undefined]>([
    ['3', 3000],
    ['Mon, 16 Nov 2026 12:00:05 GMT', 5000],
    ['Mon, 16 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('Retry-After %s is %s ms', (header, expected) => {
    expect(parseRetryAfter(header, Date.parse('2026-11-16T12:00:00Z'))).toBe(expected);
  });
});
