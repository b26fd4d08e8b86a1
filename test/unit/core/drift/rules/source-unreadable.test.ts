import { sourceUnreadable } from '../../../../../src/core/drift/rules/source-unreadable.ts';
import { anAppSubject, anOperation } from '../../../../support/builders.ts';
import { testRule } from '../../../../support/test-rule.ts';

const TARGET = 'Failed to load target state: failed to generate manifest for source 1 of 1: rpc error:';
const failing = (message: string, type = 'ComparisonError') =>
  anAppSubject({ app: { conditions: [{ type, message: `${TARGET} ${message}` }] } });

testRule(sourceUnreadable, {
  claims: [
    {
      when: 'the revision does not exist',
      subject: failing("code = Unknown desc = unable to resolve 'release-42' to a commit SHA"),
      paths: [],
      fixes: ['fix-source'],
      owner: 'git repository',
    },
    {
      when: 'the credentials are refused',
      subject: failing('code = Unknown desc = failed to list refs: authentication required: Repository not found.'),
      paths: [],
      fixes: ['fix-source'],
      owner: 'repository credentials',
    },
    {
      when: 'the repo-server is away, whose log is the next step',
      subject: failing(
        'code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp 10.96.12.7:8081: connect: connection refused"',
      ),
      paths: [],
      fixes: ['inspect-logs'],
      owner: 'argocd-repo-server',
    },
    {
      when: 'the project forbids the repository',
      subject: anAppSubject({
        app: {
          conditions: [
            {
              type: 'InvalidSpecError',
              message:
                "application repo https://git.example.com/platform/gitops.git is not permitted in project 'shop'",
            },
          ],
        },
      }),
      paths: [],
      fixes: ['fix-source'],
      owner: 'AppProject',
    },
    {
      when: 'only the operation says so',
      subject: anAppSubject({
        app: {
          operation: anOperation({
            phase: 'Error',
            message:
              'ComparisonError: rpc error: code = Unknown desc = chart "checkout" version "9.9.9" not found in https://charts.example.com repository',
          }),
        },
      }),
      paths: [],
      fixes: ['fix-source'],
    },
  ],
  ignores: [
    { when: 'the app compares', subject: anAppSubject() },
    {
      when: 'the source was fetched and a template fails',
      subject: failing(
        'code = Unknown desc = Manifest generation error (cached): `helm template .` failed exit status 1: Error: execution error at (checkout/templates/ingress.yaml:7:12): host is required',
      ),
    },
    {
      when: 'the destination cluster, not the source, is unreachable',
      subject: anAppSubject({
        app: {
          conditions: [
            {
              type: 'ComparisonError',
              message:
                'Failed to load live state: failed to get cluster info for "https://10.0.4.2:6443": error synchronizing cache state: dial tcp 10.0.4.2:6443: i/o timeout',
            },
          ],
        },
      }),
    },
    {
      when: 'the failed operation was refused by the API server',
      subject: anAppSubject({
        app: {
          operation: anOperation({
            phase: 'Failed',
            message: 'deployments.apps is forbidden: User cannot patch resource',
          }),
        },
      }),
    },
    {
      when: 'a warning of another type quotes the text',
      subject: failing("unable to resolve 'release-42' to a commit SHA", 'OrphanedResourceWarning'),
    },
  ],
});
