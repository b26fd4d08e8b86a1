/** Slack's limits (docs/facts.md#block-limits); a message over any of them is refused as a whole. */
export const LIMITS = {
  blocks: 50,
  /** All text of a message together: undocumented, refusals were seen near 13,200. */
  message: 12_000,
  modalBlocks: 100,
  /** A view may have 250 kB; nobody reads more than this. */
  modal: 30_000,
  modalTitle: 24,
  fallback: 2_000,
  section: 3_000,
  context: 2_000,
  preformatted: 3_000,
  buttonText: 75,
  /** Slack takes 2,000; a command is never longer than this. */
  buttonValue: 1_000,
  /** Of one row; more of them read like a keyboard. */
  buttons: 5,
} as const;
