import { appDegraded } from '../../../../../src/core/drift/rules/app-degraded.ts';
import { testAppHealthRule } from '../../../../support/test-app-health-rule.ts';

testAppHealthRule(appDegraded, 'Degraded');
