import type { Message } from '../../core/message/message.ts';
import { renderAlert, renderAlertOver } from './alert.ts';
import { renderDigest } from './digest.ts';
import { renderPlanCard } from './plan-card.ts';
import { renderPlanNote } from './plan-note.ts';
import type { Rendered } from './rendered.ts';

/** What flows say in channels, as Slack takes it. */
export function renderMessage(message: Message): Rendered {
  switch (message.type) {
    case 'digest':
      return renderDigest(message.digest);
    case 'alert':
      return renderAlert(message.alert);
    case 'alert-over':
      return renderAlertOver(message.alert);
    case 'plan':
      return renderPlanCard(message.card);
    case 'plan-note':
      return renderPlanNote(message.note);
    default:
      return message satisfies never;
  }
}
