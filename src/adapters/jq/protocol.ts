export interface Question {
  readonly id: number;
  readonly expression: string;
  /** JSON text. */
  readonly document: string;
}

export interface Answer {
  /** 0 announces that the worker is ready. */
  readonly id: number;
  readonly paths: readonly (readonly (string | number)[])[];
}
