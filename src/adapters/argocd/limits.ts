const MEBIBYTE = 1024 * 1024;

/* How much of Argo CD is taken in (docs/operations.md): each holds on the wire, and again for what it unpacks to. */

/** One answer that is read as a whole. The four states of an app with large CRDs come to half of it. */
export const MAX_ANSWER_BYTES = 64 * MEBIBYTE;
/** A list of apps is read app by app and never stands in memory: this only ends one that never ends. */
export const MAX_LIST_BYTES = 2048 * MEBIBYTE;
/** One app of a list, one event of a watch. An object in etcd has 1.5 MiB at most. */
export const MAX_ITEM_BYTES = 16 * MEBIBYTE;
/** Of an answer that refuses, its beginning: Argo CD needs a line, a proxy's page is not shown. */
export const MAX_REFUSAL_BYTES = 64 * 1024;

/** More came than is taken in; what is behind it was not read. */
export class TooLarge extends Error {
  readonly most: number;

  constructor(most: number) {
    super(`more than ${most} bytes`);
    this.name = 'TooLarge';
    this.most = most;
  }
}
