import { isList, isObject } from '../../src/core/model/json.ts';
import type { Draft } from './validate/message.ts';
import type { Content } from './workspace/types.ts';

const MAX_TEXT = 40_000;

/** A draft that has passed validation, as the workspace keeps it. Longer text is cut, as Slack does. */
export function contentOf({ text = '', blocks, attachments, metadata }: Draft): Content {
  return {
    text: [...text].length > MAX_TEXT ? [...text].slice(0, MAX_TEXT).join('') : text,
    blocks: isList(blocks) ? blocks.filter(isObject) : [],
    attachments: isList(attachments) ? attachments.filter(isObject) : [],
    ...(isObject(metadata) && { metadata }),
  };
}
