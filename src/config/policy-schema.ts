import { z } from 'zod';
import { boundsOf } from '../core/policy/freeze.ts';
import { duration, name, names, tier, timeZone } from './values.ts';

const Grant = z.strictObject({
  role: name.describe('One of policy.roles'),
  request: z.array(tier).default([]).describe('Tiers of change that it may request'),
  approve: z.array(tier).default([]).describe('Tiers of change that it may approve'),
  instances: names.default(['*']).describe('In which Argo CDs; globs'),
  projects: names.default(['*']).describe('In which AppProjects; globs'),
  apps: names.default(['*']).describe('For which applications; globs'),
  environments: names.default(['*']).describe('In which environments; globs'),
});

const moment = name.regex(
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/,
  'write a day such as 2026-12-24, or a time such as 2026-12-24T18:00',
);

const Freeze = z
  .strictObject({
    from: moment.describe(
      'First day, or the moment it begins: `2026-12-24`, `2026-12-24T18:00`, `2026-12-24T18:00:00Z`',
    ),
    to: moment.describe('Last day, which counts whole, or the moment it ends'),
    timeZone: timeZone.default('UTC').describe('Where days and times without an offset are meant'),
    reason: name.describe('What people are told'),
    instances: names.default(['*']).describe('In which Argo CDs; globs'),
    projects: names.default(['*']).describe('In which AppProjects; globs'),
  })
  .superRefine((freeze, context) => {
    const { from, to } = boundsOf(freeze);
    if (Number.isNaN(from) || Number.isNaN(to))
      context.addIssue({
        code: 'custom',
        path: [Number.isNaN(from) ? 'from' : 'to'],
        message: 'there is no such day or time',
      });
    else if (from >= to) context.addIssue({ code: 'custom', path: ['to'], message: 'must be after from' });
  });

export const PolicySettings = z.strictObject({
  roles: z
    .record(
      z.string(),
      z.strictObject({
        users: names.default([]).describe('Slack users, by id'),
        groups: names.default([]).describe('Slack user groups, by id'),
      }),
    )
    .default({})
    .describe('Role → who has it'),
  grants: z.array(Grant).default([]).describe('What a role may do, and where'),
  environmentLabel: name.default('environment').describe('Label of an Application that names its environment'),
  freezes: z.array(Freeze).default([]).describe('When nothing is changed, whatever was approved'),
  approvals: z
    .strictObject({
      expireAfter: duration('24h').describe('How long a request waits for its approval'),
      remindAfter: duration('4h').describe('How long it waits before people are reminded, once'),
      restoreFor: duration('7d').describe('How long what was changed can be restored with one click'),
    })
    .prefault({}),
  breakGlass: z
    .strictObject({
      channel: name
        .optional()
        .describe(
          'Channel id where it is announced; left out: the first channel that is told of everything, else where the change was requested',
        ),
      reviewWithin: duration('24h').describe('How soon somebody else has to look at it'),
    })
    .prefault({}),
});
