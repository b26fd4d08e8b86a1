import { defined } from '../../../src/core/model/defined.ts';
import type { Ids } from './ids.ts';
import type { Change, SlackFile } from './types.ts';

export interface Files {
  readonly all: readonly SlackFile[];
  find(id: string): SlackFile | undefined;
  announce(file: { readonly name: string; readonly length: number; readonly altText?: string }): SlackFile;
  store(id: string, content: Buffer): void;
  complete(id: string, title: string | undefined, channel: string | undefined): SlackFile | undefined;
}

export function makeFiles(ids: Ids, changed: (change: Change) => void): Files {
  const files = new Map<string, SlackFile>();
  function put(file: SlackFile): SlackFile {
    files.set(file.id, file);
    changed({ kind: 'file', file });
    return file;
  }
  return {
    get all() {
      return [...files.values()];
    },
    find: (id) => files.get(id),
    announce: ({ name, length, altText }) =>
      put({
        id: ids.next('F'),
        name,
        title: name,
        length,
        isComplete: false,
        channels: [],
        ...defined({ altText }),
      }),
    store(id, content) {
      const file = files.get(id);
      if (file) put({ ...file, content });
    },
    complete(id, title, channel) {
      const file = files.get(id);
      if (!file) return undefined;
      const channels = channel === undefined ? file.channels : [...file.channels, channel];
      return put({ ...file, title: title ?? file.title, isComplete: true, channels });
    },
  };
}
