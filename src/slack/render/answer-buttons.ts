import type { AppKey } from '../../core/memory/app-record.ts';
import { ACTION_IDS } from '../action-ids.ts';
import type { Command } from '../commands/command.ts';
import type { ButtonPart } from './part.ts';

/* The buttons of this release. Their labels are what people and scripts rely on. */

export function diagnose(instance: string, app: AppKey, label = 'Diagnose'): ButtonPart {
  return { label, action: ACTION_IDS.diagnose, command: { name: 'app', app, instance } };
}

export function details(instance: string, pattern: string): ButtonPart {
  return { label: 'Details', action: ACTION_IDS.details, command: { name: 'class', id: pattern, page: 1, instance } };
}

export function diff(instance: string, app: AppKey): ButtonPart {
  return { label: 'Diff', action: ACTION_IDS.diff, command: { name: 'diff', app, instance } };
}

/** `More`, or one page of it. */
export function more(command: Command, label = 'More'): ButtonPart {
  return { label, action: ACTION_IDS.more, command };
}

/** Asks again: a fresh look or scan. */
export function refresh(command: Command): ButtonPart {
  return { label: 'Refresh', action: ACTION_IDS.refresh, command };
}

/** Answers are for the asker alone until they share them. */
export function share(command: Command): ButtonPart {
  return { label: 'Share', action: ACTION_IDS.share, command };
}

export function run(command: Command, label: string): ButtonPart {
  return { label, action: ACTION_IDS.run, command };
}
