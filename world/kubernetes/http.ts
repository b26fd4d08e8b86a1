import type { Json } from '../../src/core/model/json.ts';
import type { AccessGrant } from './grants.ts';

/** One request to the API, read whole. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly accept: string;
  readonly contentType: string;
  readonly userAgent: string;
  /** What whoever asks may do. */
  readonly grant: AccessGrant;
  readonly body: Buffer;
  /** Sent along with the answer as a Warning header. */
  warn(message: string): void;
}

/** An answer that stays open until either side ends it. */
export interface ApiStream {
  write(text: string): void;
  end(): void;
  onClose(listener: () => void): void;
}

export type ApiAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly body: Json; readonly contentType?: string }
  | { readonly kind: 'text'; readonly status: number; readonly body: string; readonly contentType?: string }
  | { readonly kind: 'stream'; readonly contentType: string; open(stream: ApiStream): void };

export function json(body: Json, status = 200): ApiAnswer {
  return { kind: 'json', status, body };
}

export function text(body: string, status = 200): ApiAnswer {
  return { kind: 'text', status, body };
}
