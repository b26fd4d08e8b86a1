import type { Message } from '../../core/message/message.ts';
import { renderAlert, renderAlertOver } from './alert.ts';
import { renderDigest } from './digest.ts';
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
    default:
      return message satisfies never;
  }
}
