import { ADA, answered, formOf, GRACE, hands, KEN, PLATFORM, posted, type Step, seenOf } from './stage.ts';

/** What is left over goes, because somebody asked and somebody else allowed exactly that. */
export const CLEAN_UP_STEPS: readonly Step[] = [
  {
    title: 'Ken asks what can be done about gitea: /drift fix gitea',
    play: (stage) =>
      answered(stage, 'offer', () => hands(stage, KEN).command('/drift fix gitea', PLATFORM), {
        says: /on offer/,
        person: KEN,
      }),
    says: [/Delete 6 leftovers of gitea/, /one other person approves/],
  },
  {
    title: 'He requests the clean-up, with a reason; everybody sees it',
    play: async (stage) => {
      await hands(stage, KEN).press(seenOf(stage, 'offer'), 'Request clean-up…');
      const form = await formOf(stage, KEN);
      await hands(stage, KEN).submit(form, { reason: 'redis-cluster was switched off in the spring' });
      return posted(stage, /Request: Delete 6 leftovers of gitea/, 'request');
    },
    says: [/redis-cluster was switched off/, /May approve/],
  },
  {
    title: 'Grace approves: dump, one object at a time, verified',
    play: async (stage) => {
      await hands(stage, GRACE).press(seenOf(stage, 'request'), 'Approve');
      return posted(stage, /Verified: Delete 6 leftovers of gitea/);
    },
    says: [/6 objects gone/, /Synced now/, /Approved by/, /Can be restored until/],
  },
  {
    title: 'The cluster got better: /drift scan',
    play: (stage) =>
      answered(stage, 'better', () => hands(stage, ADA).command('/drift scan', PLATFORM), { says: /scanned in/ }),
    says: [/52 apps/, /19 OutOfSync/],
  },
];
