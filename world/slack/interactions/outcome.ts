import type { Acknowledgement } from '../delivery.ts';

/** What Slack tells the person when something did not work; `incomplete` and `not_a_command` never reach the app. */
export type Shown =
  | 'operation_timeout'
  | 'dispatch_failed'
  | 'invalid_command_response'
  | 'not_a_command'
  | 'trouble_connecting'
  | 'incomplete';

export interface Outcome {
  /** Undefined when nothing was sent to the app. */
  readonly ack: Acknowledgement | undefined;
  readonly shown?: Shown;
}

export function outcomeOf(ack: Acknowledgement): Outcome {
  switch (ack.status) {
    case 'acked':
      return { ack };
    case 'timeout':
      return { ack, shown: 'operation_timeout' };
    case 'refused':
    case 'unreachable':
      return { ack, shown: 'dispatch_failed' };
  }
}
