import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type StatusColumn, statusColumn } from '../../../../src/adapters/kubernetes/status-column.ts';
import type { Manifest } from '../../../../src/core/model/json.ts';

/** Pods with statuses drawn at random, and what kubectl 1.34.4 printed for them against kube-apiserver 1.34.4. Trimmed. */
const RECORDED = JSON.parse(
  readFileSync(new URL('fixtures/kubectl-get-pods.json', import.meta.url), 'utf8'),
) as readonly { readonly kubectl: StatusColumn; readonly pod: Manifest }[];

describe('STATUS, READY and RESTARTS are those of kubectl', () => {
  it.each(RECORDED)('$kubectl.status $kubectl.ready', ({ kubectl, pod }) => {
    expect(statusColumn(pod)).toEqual(kubectl);
  });
});
