import { appStuckProgressing } from '../../../../../src/core/drift/rules/app-stuck-progressing.ts';
import { testAppHealthRule } from '../../../../support/test-app-health-rule.ts';

testAppHealthRule(appStuckProgressing, 'Progressing');
