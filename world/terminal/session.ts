import type { Outcome } from '../slack/interactions/outcome.ts';
import { parseAdvance } from '../visitor/advance.ts';
import { findPerson, roleOf } from '../visitor/cast.ts';
import { DeedRefused, findDeed } from '../visitor/deed.ts';
import { localTime } from '../visitor/local-time.ts';
import type { Visit } from '../visitor/visit.ts';
import { makeModals } from './fill-modal.ts';
import { channelLines, deedLines, helpLines, peopleLines } from './help.ts';
import { outcomeWords } from './outcome-words.ts';
import type { Paint } from './paint.ts';
import { type Line, parseLine } from './parse-line.ts';
import type { Screen } from './screen.ts';
import type { Said } from './show-message.ts';

/** What to wait for after a line, for who does not sit before the screen. */
type Next = 'answer' | 'news' | 'nothing' | 'quit';

export interface Session {
  prompt(): string;
  take(typed: string): Promise<Next>;
}

export interface SessionDeps {
  readonly visit: Visit;
  readonly screen: Screen;
  readonly print: (lines: readonly string[]) => void;
  readonly paint: Paint;
}

const WAIT_MS = 60_000;

/** A person at the terminal, in a channel: every line typed is one thing done. */
export function makeSession({ visit, screen, print, paint }: SessionDeps): Session {
  const { slack } = visit;
  const { workspace } = slack;
  const modals = makeModals({ slack, print, paint });
  const problem = (text: string): Next => {
    print([paint('yellow', text)]);
    return 'nothing';
  };
  const note = (text: string): void => print([paint('dim', text)]);

  function me() {
    const person = workspace.people.find(({ id }) => id === screen.person);
    if (!person) throw new TypeError(`there is no person ${screen.person}`);
    return person;
  }

  async function acting(act: () => Promise<Outcome>): Promise<Next> {
    screen.expectAnswer();
    const words = outcomeWords(await act());
    return words === undefined ? 'answer' : problem(words);
  }

  function press(what: number | string): Promise<Next> | Next {
    const button = screen.find(what);
    if (!button) return problem(`no button ${typeof what === 'number' ? 'has the number' : 'is called'} ${what}`);
    const hidden = hiddenFromMe(button.said);
    if (hidden !== undefined) return problem(hidden);
    note(`${me().realName} presses ${button.label}`);
    return acting(() => slack.person(screen.person).press(button.said, button.position));
  }

  /** The numbers on screen outlive a change of person. */
  function hiddenFromMe(said: Said): string | undefined {
    if ('recipient' in said && said.recipient !== screen.person)
      return `only ${nameOf(said.recipient)} sees that: as ${nameOf(said.recipient).toLowerCase()}`;
    const channel = workspace.channels.find(({ id }) => id === said.channel);
    return channel === undefined || channel.members.includes(screen.person)
      ? undefined
      : `${me().realName} is not in #${channel.name}`;
  }

  function nameOf(id: string): string {
    return workspace.people.find((person) => person.id === id)?.realName ?? id;
  }

  function become(wanted: string): Next {
    const person = findPerson(workspace.people, wanted);
    if (!person) return problem(`nobody is called ${wanted}; people lists who is here`);
    const own = workspace.channels.filter(({ members }) => members.includes(person.id));
    const channel = own.find(({ id }) => id === screen.channel) ?? own[0];
    if (channel) screen.turnTo(person.id, channel.id);
    return 'nothing';
  }

  function goTo(wanted: string): Next {
    const name = wanted.replace(/^#/, '').toLowerCase();
    const channel = workspace.channels.find((one) => one.name === name && one.directWith === undefined);
    if (!channel) return problem(`there is no channel #${name}; channels lists them`);
    if (!channel.members.includes(screen.person)) return problem(`${me().realName} is not in #${name}`);
    screen.turnTo(screen.person, channel.id);
    return 'nothing';
  }

  async function advance(by: string): Promise<Next> {
    const { timeZone = 'UTC' } = me();
    const milliseconds = parseAdvance(by, visit.now(), timeZone);
    if (milliseconds === undefined) return problem('write 30m, 1h, 1d, to 09:00 or to tomorrow; at most 90d');
    screen.expectAnswer();
    await visit.advance(milliseconds);
    const { day, time } = localTime(visit.now(), timeZone);
    note(`it is now ${day} ${time} (${timeZone})`);
    return 'news';
  }

  async function perform(name: string, words: readonly string[]): Promise<Next> {
    try {
      const deed = findDeed(visit.deeds, name);
      screen.expectAnswer();
      note(await deed.perform(words));
      return 'news';
    } catch (error) {
      if (error instanceof DeedRefused) return problem(error.message);
      throw error;
    }
  }

  async function obey(line: Line): Promise<Next> {
    switch (line.kind) {
      case 'nothing':
        return 'nothing';
      case 'command':
        return acting(() => slack.person(screen.person).command(line.text, screen.channel));
      case 'say':
        await slack.person(screen.person).say(screen.channel, line.text);
        return 'nothing';
      case 'press':
        return press(line.what);
      case 'as':
        return become(line.person);
      case 'go':
        return goTo(line.channel);
      case 'advance':
        return advance(line.by);
      case 'do':
        return perform(line.deed, line.words);
      case 'wait':
        return (await screen.shows(line.until, WAIT_MS))
          ? 'nothing'
          : problem(`nothing said "${line.until}" in a minute`);
      case 'people':
        print(peopleLines(visit, screen.person, paint));
        return 'nothing';
      case 'channels':
        print(channelLines(visit, screen.person, paint));
        return 'nothing';
      case 'deeds':
        print(deedLines(visit, paint));
        return 'nothing';
      case 'help':
        print(helpLines(paint));
        return 'nothing';
      case 'quit':
        return 'quit';
      case 'misunderstood':
        return problem(line.hint);
      default:
        return line satisfies never;
    }
  }

  return {
    prompt() {
      const modal = modals.open(screen.person);
      if (modal) return `${modal.question()} > `;
      const { realName } = me();
      const role = roleOf(screen.person, workspace.groups);
      const channel = workspace.channels.find(({ id }) => id === screen.channel)?.name ?? screen.channel;
      return `${paint('green', realName)} (${role}) in ${paint('cyan', `#${channel}`)} > `;
    },
    async take(typed) {
      const modal = modals.open(screen.person);
      if (!modal) return obey(parseLine(typed));
      screen.expectAnswer();
      const outcome = await modal.take(typed);
      const words = outcome && outcomeWords(outcome);
      return words === undefined ? (outcome ? 'news' : 'nothing') : problem(words);
    },
  };
}
