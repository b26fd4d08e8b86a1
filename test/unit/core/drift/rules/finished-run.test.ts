import { finishedRun } from '../../../../../src/core/drift/rules/finished-run.ts';
import { aManifest, aRef, aSubject, byArgoCd, writtenBy } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const job = aRef({ group: 'batch', kind: 'Job', name: 'reindex' });
const run = aRef({ group: 'tekton.dev', kind: 'PipelineRun', name: 'release-41' });
const workflow = aRef({ group: 'argoproj.io', kind: 'Workflow', name: 'nightly' });

const complete = aManifest({ status: { conditions: [{ type: 'Complete', status: 'True' }] } }, job);
const FIXES = ['delete', 'hook-delete-policy'] as const;

testRule(finishedRun, {
  claims: [
    {
      when: 'a complete Job is not in Git any more',
      subject: aSubject({ ref: job, target: null, live: writtenBy(complete, byArgoCd()) }),
      paths: [''],
      fixes: FIXES,
      owner: 'argocd-controller',
    },
    {
      when: 'a PipelineRun ended without success',
      subject: aSubject({
        ref: run,
        target: null,
        live: aManifest(
          {
            status: {
              completionTime: '2026-04-11T16:02:07Z',
              conditions: [{ type: 'Succeeded', status: 'False', reason: 'Failed' }],
            },
          },
          run,
        ),
      }),
      paths: [''],
      fixes: FIXES,
    },
    {
      when: 'a Workflow says so in its phase',
      subject: aSubject({ ref: workflow, target: null, live: aManifest({ status: { phase: 'Succeeded' } }, workflow) }),
      paths: [''],
      fixes: FIXES,
    },
  ],
  ignores: [
    {
      when: 'the Job still runs',
      subject: aSubject({
        ref: job,
        target: null,
        live: aManifest({ status: { active: 1, conditions: [{ type: 'Complete', status: 'False' }] } }, job),
      }),
    },
    {
      when: 'the Job is suspended',
      subject: aSubject({
        ref: job,
        target: null,
        live: aManifest({ status: { conditions: [{ type: 'Suspended', status: 'True' }] } }, job),
      }),
    },
    {
      when: 'it is a CronJob, which never finishes',
      subject: aSubject({
        ref: { ...job, kind: 'CronJob' },
        target: null,
        live: aManifest({ status: { lastSuccessfulTime: '2026-04-11T16:02:07Z' } }, { ...job, kind: 'CronJob' }),
      }),
    },
    {
      when: 'a kind that is no run has such a condition',
      subject: aSubject({
        ref: { kind: 'Deployment' },
        target: null,
        live: aManifest({ status: { conditions: [{ type: 'Complete', status: 'True' }] } }),
      }),
    },
    {
      when: 'Git renders the finished Job',
      subject: aSubject({ ref: job, target: aManifest({}, job), live: complete }),
    },
  ],
});
