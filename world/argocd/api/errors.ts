/** An error with its gRPC code, as grpc-gateway writes it (docs/facts.md#error-bodies). */
export class GrpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const HTTP_STATUS: Readonly<Record<number, number>> = {
  2: 500,
  3: 400,
  4: 504,
  5: 404,
  6: 409,
  7: 403,
  8: 429,
  9: 400,
  10: 409,
  12: 501,
  13: 500,
  14: 503,
  16: 401,
};

export function httpStatusOf({ code }: GrpcError): number {
  return HTTP_STATUS[code] ?? 500;
}

export function unaryError({ code, message }: GrpcError): object {
  return { error: message, code, message };
}

export function streamError(error: GrpcError): object {
  const names: Readonly<Record<number, string>> = {
    401: 'Unauthorized',
    403: 'Forbidden',
    404: 'Not Found',
    400: 'Bad Request',
  };
  const status = httpStatusOf(error);
  return {
    error: {
      grpc_code: error.code,
      http_code: status,
      message: error.message,
      http_status: names[status] ?? 'Internal Server Error',
    },
  };
}

export const invalidArgument = (message: string): GrpcError => new GrpcError(3, message);
export const notFound = (message: string): GrpcError => new GrpcError(5, message);
export const permissionDenied = (detail = ''): GrpcError => new GrpcError(7, `permission denied${detail}`);
export const failedPrecondition = (message: string): GrpcError => new GrpcError(9, message);
export const unauthenticated = (message: string): GrpcError => new GrpcError(16, message);
