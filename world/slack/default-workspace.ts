import type { Channel, Person, UserGroup } from './workspace/types.ts';

/** Who the demo's visitor can be, and where: three platform operators, others with less to say. */
export const BOT_USER = 'U0PLUMBLINE';

function aPerson(id: string, realName: string, title: string): Person {
  const name = realName.toLowerCase();
  return { id, name, realName, title, email: `${name}@example.com`, timeZone: 'Europe/Berlin' };
}

export const defaultPeople: readonly Person[] = [
  aPerson('U0ADA', 'Ada', 'Platform operator'),
  aPerson('U0GRACE', 'Grace', 'Platform operator'),
  aPerson('U0LINUS', 'Linus', 'Platform operator'),
  aPerson('U0MARGARET', 'Margaret', 'Release manager'),
  aPerson('U0KEN', 'Ken', 'Developer, payments'),
  aPerson('U0VERA', 'Vera', 'Viewer'),
];

export const defaultGroups: readonly UserGroup[] = [
  { id: 'S0PLATFORM', handle: 'platform-team', name: 'Platform', users: ['U0ADA', 'U0GRACE', 'U0LINUS'] },
  { id: 'S0PAYMENTS', handle: 'payments-team', name: 'Payments', users: ['U0KEN'] },
  { id: 'S0RELEASE', handle: 'release-managers', name: 'Release managers', users: ['U0MARGARET'] },
  { id: 'S0ONCALL', handle: 'on-call', name: 'On call', users: ['U0LINUS', 'U0MARGARET'] },
];

const everyone = defaultPeople.map(({ id }) => id);

export const defaultChannels: readonly Channel[] = [
  { id: 'C0PLATFORM', name: 'platform', members: [...everyone, BOT_USER] },
  { id: 'C0PAYMENTS', name: 'payments', members: ['U0KEN', 'U0ADA', 'U0MARGARET', BOT_USER] },
  { id: 'C0GENERAL', name: 'general', members: everyone },
];
