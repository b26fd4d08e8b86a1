import { roleOf } from '../visitor/cast.ts';
import { usageOf } from '../visitor/deed.ts';
import type { Visit } from '../visitor/visit.ts';
import type { Paint } from './paint.ts';

type Row = readonly [what: string, meaning: string];

const COMMANDS: readonly Row[] = [
  ['/drift …', 'ask the bot, as in Slack; /drift help lists what it answers'],
  ['1', 'press the button with that number; press LABEL does it by its name'],
  ['as NAME', 'be somebody else; people lists them by role'],
  ['go #CHANNEL', 'look at another channel; channels lists them'],
  ['advance 1h', 'let time pass: 30m, 1h, 1d, to 09:00 or to tomorrow; everything in the demo shares the clock'],
  ['do DEED', 'make something happen in the cluster or in Git; deeds lists what'],
  ['say TEXT', 'write a message'],
  ['wait TEXT', 'wait until something with this text is shown'],
  ['quit', 'end the demo and clean up; so does Ctrl-C'],
];

export function helpLines(paint: Paint): readonly string[] {
  return [
    ...rowsAsLines(COMMANDS, paint),
    '',
    'A number stands for the button that was shown with it last. A form asks for its fields one by one, then for submit or cancel.',
  ];
}

export function peopleLines({ slack: { workspace } }: Visit, current: string, paint: Paint): readonly string[] {
  const rows = workspace.people.map(({ id, name, realName }): Row => {
    const role = roleOf(id, workspace.groups);
    return [name, `${realName}, ${role}${id === current ? ' (you)' : ''}`];
  });
  return rowsAsLines(rows, paint);
}

export function channelLines({ slack: { workspace } }: Visit, person: string, paint: Paint): readonly string[] {
  const rows = workspace.channels
    .filter(({ directWith }) => directWith === undefined)
    .map(({ id, name, members }): Row => {
      const messages = workspace.messages(id).length;
      const state = messages === 0 ? 'nothing said yet' : messages === 1 ? '1 message' : `${messages} messages`;
      return [`#${name}`, members.includes(person) ? state : 'you are not in it'];
    });
  return rowsAsLines(rows, paint);
}

export function deedLines({ deeds }: Visit, paint: Paint): readonly string[] {
  if (deeds.length === 0) return ['nothing can be made to happen in this world'];
  return rowsAsLines(
    deeds.map((deed) => [`do ${usageOf(deed)}`, deed.description]),
    paint,
  );
}

function rowsAsLines(rows: readonly Row[], paint: Paint): readonly string[] {
  const width = Math.max(...rows.map(([what]) => what.length));
  return rows.map(([what, meaning]) => `  ${paint('cyan', what.padEnd(width))}  ${meaning}`);
}
