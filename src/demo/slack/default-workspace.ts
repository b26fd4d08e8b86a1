import type { Channel, Person, UserGroup } from './workspace/types.ts';

/** Who the demo's visitor can be, and where: three platform operators, others with less to say. */
export const BOT_USER = 'U0PLUMBLINE';

const zone = { timeZone: 'Europe/Berlin' } as const;

export const defaultPeople: readonly Person[] = [
  { id: 'U0ADA', name: 'ada', realName: 'Ada', email: 'ada@example.com', ...zone },
  { id: 'U0GRACE', name: 'grace', realName: 'Grace', email: 'grace@example.com', ...zone },
  { id: 'U0LINUS', name: 'linus', realName: 'Linus', email: 'linus@example.com', ...zone },
  { id: 'U0MARGARET', name: 'margaret', realName: 'Margaret', email: 'margaret@example.com', ...zone },
  { id: 'U0KEN', name: 'ken', realName: 'Ken', email: 'ken@example.com', ...zone },
  { id: 'U0VERA', name: 'vera', realName: 'Vera', email: 'vera@example.com', ...zone },
];

export const defaultGroups: readonly UserGroup[] = [
  { id: 'S0PLATFORM', handle: 'platform-team', name: 'Platform', users: ['U0ADA', 'U0GRACE', 'U0LINUS'] },
  { id: 'S0PAYMENTS', handle: 'payments-team', name: 'Payments', users: ['U0KEN'] },
  { id: 'S0RELEASE', handle: 'release-managers', name: 'Release managers', users: ['U0MARGARET'] },
];

const everyone = defaultPeople.map(({ id }) => id);

export const defaultChannels: readonly Channel[] = [
  { id: 'C0PLATFORM', name: 'platform', members: [...everyone, BOT_USER] },
  { id: 'C0PAYMENTS', name: 'payments', members: ['U0KEN', 'U0ADA', 'U0MARGARET', BOT_USER] },
  { id: 'C0GENERAL', name: 'general', members: everyone },
];
