import type { Message } from '../../../core/message/message.ts';
import type { Rendered } from '../kit/rendered.ts';
import { renderPlanCard } from '../plans/plan-card.ts';
import { renderPlanNote } from '../plans/plan-note.ts';
import { renderAlert, renderAlertOver } from './alert.ts';
import { renderDigest } from './digest.ts';

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
