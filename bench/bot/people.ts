import type { SlackOptions } from '../../world/slack/start-slack.ts';

export const CHANNEL = 'C0PLATFORM';

/** Each asks once, so that an answer says by its reader which question it belongs to. */
export function crowd(size: number): Required<Pick<SlackOptions, 'people' | 'channels'>> {
  const people = Array.from({ length: size }, (_, index) => {
    const id = `U${String(index).padStart(6, '0')}`;
    return { id, name: id.toLowerCase(), realName: id };
  });
  const members = [...people.map(({ id }) => id), 'U0PLUMBLINE'];
  return { people, channels: [{ id: CHANNEL, name: 'platform', members }] };
}
