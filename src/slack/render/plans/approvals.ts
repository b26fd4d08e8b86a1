import { type CardPhase, type PlanCard, phaseOf } from '../../../core/remedy/approval/plan-card.ts';
import { planTitle } from '../../../core/remedy/approval/plan-words.ts';
import { effectWords } from '../../../core/remedy/approval/run-words.ts';
import { ago, lasted } from '../../../core/words/age.ts';
import { count } from '../../../core/words/count.ts';
import type { Command } from '../../commands/command.ts';
import { refresh } from '../kit/answer-buttons.ts';
import { compose } from '../kit/compose.ts';
import { clipped } from '../kit/escape.ts';
import { buttons, type FoldPart, type Part, section } from '../kit/part.ts';
import { whoSpans } from '../kit/people.ts';
import { planDetails } from '../kit/plan-buttons.ts';
import type { Rendered } from '../kit/rendered.ts';
import { bold, channel, date, lines, person, type Spans, say } from '../kit/spans.ts';
import { BADGES } from './plan-card.ts';

export interface ApprovalsInput {
  /** Only what the viewer may see, oldest first. */
  readonly cards: readonly PlanCard[];
  readonly command: Extract<Command, { readonly name: 'approvals' }>;
  readonly now: Date;
}

const WAITING: ReadonlySet<CardPhase> = new Set(['requested', 'approved']);
const UNDER_WAY: ReadonlySet<CardPhase> = new Set(['running', 'restoring']);

/** What waits for whom, with age and expiry; what runs; what can still be restored. */
export function renderApprovals({ cards, command, now }: ApprovalsInput): Rendered {
  const waiting = cards.filter((card) => WAITING.has(phaseOf(card)));
  const running = cards.filter((card) => UNDER_WAY.has(phaseOf(card)));
  const restorable = cards.filter((card) => !waiting.includes(card) && !running.includes(card));
  const head = headWords({ waiting: waiting.length, running: running.length, done: restorable.length });
  const parts: readonly Part[] = [
    section(say`${bold(head)}`),
    group('Waiting', waiting, (card) => waitingSpans(card, now)),
    group('Running', running, runningSpans),
    group('Done', restorable, doneSpans),
    buttons(refresh(command)),
  ];
  return compose(`${head}.`, parts);
}

function headWords(counts: Readonly<Record<string, number>>): string {
  const some = Object.entries(counts).flatMap(([what, amount]) => (amount === 0 ? [] : [`${amount} ${what}`]));
  return some.length === 0 ? 'Nothing waits, runs or can be restored' : some.join(', ');
}

function group(what: string, cards: readonly PlanCard[], spansOf: (card: PlanCard) => Spans): FoldPart {
  return {
    type: 'fold',
    items: cards.map((card) => [section(spansOf(card), planDetails(card.plan))]),
    more: (shown, of) => say`${what}: showing ${shown} of ${count(of, 'plan')}. Name an Argo CD to see fewer.`,
  };
}

function titleSpans({ plan, approval }: PlanCard): Spans {
  return say`${bold(planTitle(plan))} · ${plan.instance} · tier ${plan.tier} · in ${channel(approval.channel)}`;
}

function waitingSpans(card: PlanCard, now: Date): Spans {
  const { plan, approval, missing, who } = card;
  const left = Date.parse(plan.expiresAt) - now.getTime();
  const asked = say`asked by ${person(approval.requestedBy)} ${ago(approval.requestedAt, now)} ago: ${clipped(approval.reason, 200)}`;
  const expiry = left > 0 ? `expires in ${lasted(left)}` : 'has expired';
  return lines(
    titleSpans(card),
    asked,
    missing === 0
      ? say`approved, about to start; ${expiry}`
      : say`waits for ${count(missing, 'approval')}, ${expiry}: ${whoSpans(who)}`,
  );
}

function runningSpans(card: PlanCard): Spans {
  const { plan, run } = card;
  const done = run?.steps.filter(({ checked }) => checked).length ?? 0;
  const how =
    phaseOf(card) === 'restoring' ? 'is being restored' : `${done} of ${count(plan.steps.length, 'step')} done`;
  return lines(titleSpans(card), say`${how}`);
}

function doneSpans(card: PlanCard): Spans {
  const until = card.restorableUntil;
  return lines(
    titleSpans(card),
    say`${BADGES[phaseOf(card)]}: ${effectWords(card)}${until === undefined ? '' : say`; can be restored until ${date(until)}`}`,
  );
}
