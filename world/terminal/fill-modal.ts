import type { Given } from '../slack/interactions/input-state.ts';
import type { Outcome } from '../slack/interactions/outcome.ts';
import type { RunningSlack } from '../slack/start-slack.ts';
import { linesOf } from '../slack/text.ts';
import type { View } from '../slack/workspace/types.ts';
import { answerTo, type Field, fieldsOf, questionFor } from './form.ts';
import type { Paint } from './paint.ts';
import { modalLine } from './show-message.ts';

/** The modal that stands open before a person: its inputs are asked one after another, then it waits to be sent. */
export interface OpenModal {
  /** What is asked now. */
  question(): string;
  /** Undefined when Slack has nothing to say to it. */
  take(typed: string): Promise<Outcome | undefined>;
}

export interface ModalDeps {
  readonly slack: RunningSlack;
  readonly person: string;
  readonly print: (lines: readonly string[]) => void;
  readonly paint: Paint;
}

const LEAVE = new Set(['cancel', 'close']);

/** The topmost modal of this person, if there is one. */
export function makeModals({ slack, print, paint }: Omit<ModalDeps, 'person'>) {
  let current: { readonly view: View; readonly modal: OpenModal } | undefined;
  return {
    open(person: string): OpenModal | undefined {
      const view = slack.workspace.views(person).at(-1);
      if (!view) current = undefined;
      else if (
        !current ||
        current.view.id !== view.id ||
        current.view.hash !== view.hash ||
        hasNewErrors(current.view, view)
      ) {
        const reader = { ...readerOf(slack), paint };
        print(['', ...linesOf(view).map((line) => `${paint('magenta', '┃')} ${modalLine(line, reader)}`)]);
        current = { view, modal: fill(view, { slack, person, print, paint }) };
      }
      return current?.modal;
    },
  };
}

function readerOf({ workspace: { people, groups, channels } }: RunningSlack) {
  return { people, groups, channels };
}

function hasNewErrors(before: View, after: View): boolean {
  return before.errors !== after.errors && Object.keys(after.errors).length > 0;
}

function fill(view: View, { slack, person, print, paint }: ModalDeps): OpenModal {
  const hands = slack.person(person);
  const values: Record<string, Given> = {};
  let left: readonly Field[] = fieldsOf(view);

  function answer(field: Field, typed: string): void {
    const given = answerTo(field, typed);
    if (given.kind === 'given') values[field.blockId] = given.value;
    if (given.kind === 'refused') print([paint('yellow', given.because)]);
    else left = left.slice(1);
  }

  return {
    question() {
      const [field] = left;
      if (field) return field.problem === undefined ? questionFor(field) : `${questionFor(field)} (${field.problem})`;
      const canSend = view.definition.submit !== undefined;
      return canSend ? 'submit or cancel' : 'close, or the number of a button';
    },
    async take(typed) {
      const text = typed.trim();
      if (LEAVE.has(text.toLowerCase())) return hands.closeView(view);
      const [field] = left;
      if (field) return void answer(field, typed);
      if (text.toLowerCase() === 'submit') return hands.submit(view, values);
      if (/^\d+$/.test(text)) return hands.press(view, Number(text));
      print([paint('yellow', 'type submit, cancel, or the number of a button above')]);
      return undefined;
    },
  };
}
