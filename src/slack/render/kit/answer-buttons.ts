import type { AppKey } from '../../../core/model/app-key.ts';
import { ACTION_IDS } from '../../action-ids.ts';
import type { Command } from '../../commands/command.ts';
import type { CommandButton } from './part.ts';

/* The buttons that read. Their labels are what people and scripts rely on. */

export function diagnose(instance: string, app: AppKey, label = 'Diagnose'): CommandButton {
  return { label, action: ACTION_IDS.diagnose, command: { name: 'app', app, instance } };
}

export function details(instance: string, pattern: string): CommandButton {
  return { label: 'Details', action: ACTION_IDS.details, command: { name: 'class', id: pattern, page: 1, instance } };
}

export function diff(instance: string, app: AppKey): CommandButton {
  return { label: 'Diff', action: ACTION_IDS.diff, command: { name: 'diff', app, instance } };
}

/** `More`, or one page of it. */
export function more(command: Command, label = 'More'): CommandButton {
  return { label, action: ACTION_IDS.more, command };
}

/** Asks again: a fresh look or scan. */
export function refresh(command: Command): CommandButton {
  return { label: 'Refresh', action: ACTION_IDS.refresh, command };
}

/** Answers are for the asker alone until they share them. */
export function share(command: Command): CommandButton {
  return { label: 'Share', action: ACTION_IDS.share, command };
}

export function run(command: Command, label: string): CommandButton {
  return { label, action: ACTION_IDS.run, command };
}

/** To ask what can be done about the app, as it is now. */
export function fix(instance: string, app: AppKey, label: string): CommandButton {
  return { label, action: ACTION_IDS.fix, command: { name: 'fix', app, instance } };
}

export function planAgain(instance: string, app: AppKey): CommandButton {
  return fix(instance, app, 'Plan again');
}
