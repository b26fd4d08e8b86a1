import { parseAdvance } from '../visitor/advance.ts';
import { CLEAN_UP_STEPS } from './clean-up-steps.ts';
import { answered, hands, PLATFORM, posted, type Step, seenOf } from './stage.ts';

const DIGEST = /Drift digest/;

export const GUIDED_MINUTE: readonly Step[] = [
  {
    title: 'The bot reports by itself what is there already',
    play: (stage) => posted(stage, /First report/),
    says: [/20 of 52 apps OutOfSync/, /argo-rollouts/],
  },
  {
    title: 'Ask what drifts: /drift',
    play: (stage) => answered(stage, 'overview', () => hands(stage).command('/drift', PLATFORM)),
    says: [/52 apps/, /20 OutOfSync/, /argo-rollouts.*1154 restarts/],
  },
  {
    title: 'Diagnose the crash behind the noise',
    play: (stage) => answered(stage, 'diagnosis', () => hands(stage).press(seenOf(stage, 'overview'), 'Diagnose')),
    says: [/argo-rollouts/, /CrashLoopBackOff/, /Failed to download plugins/],
  },
  {
    title: 'See everything that one default explains: /drift class A',
    play: (stage) => answered(stage, 'class', () => hands(stage).command('/drift class A', PLATFORM)),
    says: [/ExternalSecret/, /10 apps/],
  },
  {
    title: 'Scan again: /drift scan',
    play: (stage) =>
      answered(stage, 'scan', () => hands(stage).command('/drift scan', PLATFORM), { says: /scanned in/ }),
    says: [/52 apps/],
  },
  ...CLEAN_UP_STEPS,
  {
    title: 'Preview the digest: /drift digest',
    play: (stage) => answered(stage, 'digest', () => hands(stage).command('/drift digest', PLATFORM)),
    says: [DIGEST],
  },
  {
    title: 'Tomorrow at nine the digest comes by itself',
    play: async (stage) => {
      const { visit } = stage;
      await visit.advance(parseAdvance('to tomorrow', visit.now(), 'Europe/Berlin') ?? 0);
      return posted(stage, DIGEST);
    },
    says: [DIGEST],
  },
];
