import { renderHelp } from '../render/answers/help.ts';
import type { Answers } from './answer.ts';
import { answerApp } from './app.ts';
import { answerApprovals } from './approvals.ts';
import { answerClass } from './class.ts';
import { answerDiff } from './diff.ts';
import { answerDigest } from './digest.ts';
import { answerDoctor } from './doctor.ts';
import { answerFix } from './fix.ts';
import { answerList } from './list.ts';
import { answerOverview } from './overview.ts';
import { answerProgressing } from './progressing.ts';
import { answerScan } from './scan.ts';

/** One answer for each command of the registry. */
export const answers: Answers = {
  overview: answerOverview,
  app: answerApp,
  list: answerList,
  class: answerClass,
  progressing: answerProgressing,
  diff: answerDiff,
  fix: answerFix,
  approvals: answerApprovals,
  scan: answerScan,
  digest: answerDigest,
  doctor: answerDoctor,
  help: async function* () {
    yield { rendered: renderHelp() };
  },
};
