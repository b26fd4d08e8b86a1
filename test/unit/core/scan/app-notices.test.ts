import { describe, expect, it } from 'vitest';
import { appNotices } from '../../../../src/core/scan/app-notices.ts';
import { SKIP_RECONCILE } from '../../../../src/core/scan/listed-app.ts';
import { anApp } from '../../../support/builders.ts';

describe('what must be known of an app whatever its status says', () => {
  it('names warnings, a deletion with what holds it, and that it is not compared', () => {
    const conditions = [
      { type: 'ExcludedResourceWarning', message: 'Resource /Secret a is excluded in the settings' },
      { type: 'RepeatedResourceWarning', message: '' },
      { type: 'SharedResourceWarning', message: 'has its own finding' },
    ];
    const deletion = { since: '2026-11-16T09:00:00Z', finalizers: ['resources-finalizer.argocd.argoproj.io'] };
    expect(appNotices(anApp({ conditions, deletion, annotations: { [SKIP_RECONCILE]: 'true' } }))).toEqual([
      'it is being deleted since 2026-11-16T09:00:00Z; held by resources-finalizer.argocd.argoproj.io',
      expect.stringMatching(/does not compare it: .*skip-reconcile is set/),
      'ExcludedResourceWarning: Resource /Secret a is excluded in the settings',
      expect.stringMatching(/^RepeatedResourceWarning: Git renders a resource more than once/),
    ]);
  });

  it('is nothing for an ordinary app', () => {
    expect(appNotices(anApp())).toEqual([]);
  });
});
