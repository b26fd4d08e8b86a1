import { cronJob, deployment, describeProofs, job, object, pod, RBAC, target } from './proof.ts';

describeProofs([
  {
    to: target('v1', 'ServiceAccount', 'robot'),
    cases: [
      { when: 'a pod', from: pod({ serviceAccountName: 'robot' }), refers: true },
      { when: 'a pod, old spelling', from: pod({ serviceAccount: 'robot' }), refers: true },
      {
        when: 'a pod that has ended',
        from: pod({ serviceAccountName: 'robot' }, { phase: 'Succeeded' }),
        refers: false,
      },
      { when: 'a workload', from: deployment({ serviceAccountName: 'robot' }), refers: true },
      { when: 'a cron job', from: cronJob({ serviceAccountName: 'robot' }), refers: true },
      { when: 'a job under way', from: job({ serviceAccountName: 'robot' }, []), refers: true },
      {
        when: 'a finished job',
        from: job({ serviceAccountName: 'robot' }, [{ type: 'Complete', status: 'True' }]),
        refers: false,
      },
      { when: 'a pod without one', from: pod({}), refers: false },
      {
        when: 'a pod of another namespace',
        from: { ...pod({ serviceAccountName: 'robot' }), metadata: { name: 'x', namespace: 'other' } },
        refers: false,
      },
      {
        when: 'a binding of another namespace',
        from: object(
          RBAC,
          'RoleBinding',
          { subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'shop' }] },
          { namespace: 'other' },
        ),
        refers: true,
      },
      {
        when: 'a binding that leaves the namespace out',
        from: object(RBAC, 'RoleBinding', { subjects: [{ kind: 'ServiceAccount', name: 'robot' }] }),
        refers: true,
      },
      {
        when: 'a cluster binding, as a user name',
        from: object(RBAC, 'ClusterRoleBinding', {
          subjects: [{ kind: 'User', name: 'system:serviceaccount:shop:robot' }],
        }),
        refers: true,
      },
      {
        when: 'a namesake elsewhere',
        from: object(RBAC, 'ClusterRoleBinding', {
          subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'other' }],
        }),
        refers: false,
      },
    ],
  },
  {
    to: target('v1', 'ServiceAccount', 'default'),
    cases: [{ when: 'a pod that names none', from: pod({}), refers: true }],
  },
  {
    to: target(RBAC, 'Role', 'reader'),
    cases: [
      {
        when: 'its binding',
        from: object(RBAC, 'RoleBinding', { roleRef: { kind: 'Role', name: 'reader' } }),
        refers: true,
      },
      {
        when: 'a binding to a ClusterRole of that name',
        from: object(RBAC, 'RoleBinding', { roleRef: { kind: 'ClusterRole', name: 'reader' } }),
        refers: false,
      },
    ],
  },
  {
    to: target(RBAC, 'ClusterRole', 'reader', {}, ''),
    cases: [
      {
        when: 'a binding of any namespace',
        from: object(RBAC, 'RoleBinding', { roleRef: { kind: 'ClusterRole', name: 'reader' } }),
        refers: true,
      },
      {
        when: 'a cluster binding',
        from: object(RBAC, 'ClusterRoleBinding', { roleRef: { kind: 'ClusterRole', name: 'reader' } }),
        refers: true,
      },
    ],
  },
]);
