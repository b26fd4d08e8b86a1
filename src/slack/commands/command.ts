/** What was asked with `/drift …`, or by a button: buttons carry the command that they stand for. */
export type Command = (
  | { readonly name: 'overview' }
  | {
      readonly name: 'app';
      readonly app: string;
      /** The word was close to a command's name: to be offered when there is no such app. */
      readonly didYouMean?: CommandName;
    }
  | { readonly name: 'list'; readonly select?: Selection; readonly page: number }
  | { readonly name: 'class'; readonly id: string; readonly page: number }
  | { readonly name: 'progressing' }
  | {
      readonly name: 'diff';
      readonly app: string;
      readonly resource?: { readonly kind: string; readonly name: string };
    }
  | { readonly name: 'fix'; readonly app: string }
  | { readonly name: 'approvals' }
  | { readonly name: 'scan'; readonly app?: string }
  | { readonly name: 'digest' }
  | { readonly name: 'doctor' }
  | { readonly name: 'help' }
) & {
  /** Which Argo CD; absent = all of them. */
  readonly instance?: string;
};

export type CommandName = Command['name'];

/** Rows of one project, kind or class. Without a value: all rows, sorted by it. Without `by`: whatever the value names. */
export interface Selection {
  readonly by?: 'project' | 'kind' | 'class';
  readonly value?: string;
}

/** An answer, not an exception: what was not understood, and what to type instead. */
export interface Misunderstood {
  readonly problem: string;
  /** A whole line to type, `/drift …`. */
  readonly example: string;
  readonly didYouMean?: string;
}

export type Parsed = { readonly command: Command } | { readonly misunderstood: Misunderstood };

/** To ask something else of the same Argo CD. */
export function sameInstance({ instance }: Command): { readonly instance?: string } {
  return instance === undefined ? {} : { instance };
}
