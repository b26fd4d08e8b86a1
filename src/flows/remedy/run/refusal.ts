import type { BotError } from '../../../core/model/errors.ts';
import { isSecret, kindAndName, type ResourceRef } from '../../../core/model/resource-ref.ts';

/** What a refusal says of a step. An API server may quote what it was given: of a Secret nothing is passed on. */
export function refusalOf({ code, message }: BotError, target: ResourceRef): string {
  return `${kindAndName(target)}: ${isSecret(target) ? `it was refused (${code})` : withoutStop(message)}`;
}

export function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
