import { deployment, describeProofs, GATEWAY, object, pod, target } from './proof.ts';

describeProofs([
  {
    to: target('scheduling.k8s.io/v1', 'PriorityClass', 'high', {}, ''),
    cases: [
      { when: 'a Deployment of any namespace is of it', from: deployment({ priorityClassName: 'high' }), refers: true },
      { when: 'a running pod is of it', from: pod({ priorityClassName: 'high' }), refers: true },
      { when: 'a pod is of another', from: pod({ priorityClassName: 'low' }), refers: false },
    ],
  },
  {
    to: target('node.k8s.io/v1', 'RuntimeClass', 'gvisor', {}, ''),
    cases: [
      { when: 'a Deployment runs with it', from: deployment({ runtimeClassName: 'gvisor' }), refers: true },
      { when: 'a Deployment runs without', from: deployment({}), refers: false },
    ],
  },
  {
    to: target(GATEWAY, 'GatewayClass', 'edge', {}, ''),
    cases: [
      {
        when: 'a Gateway is of it',
        from: object(GATEWAY, 'Gateway', { spec: { gatewayClassName: 'edge' } }),
        refers: true,
      },
      {
        when: 'a Gateway is of another',
        from: object(GATEWAY, 'Gateway', { spec: { gatewayClassName: 'mesh' } }),
        refers: false,
      },
    ],
  },
]);
