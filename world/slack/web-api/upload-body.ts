/** The bytes of an upload: the only part of a multipart form, or the body itself. */
export function uploadedBytes(contentType: string, body: Buffer): Buffer {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (!contentType.startsWith('multipart/form-data') || boundary === undefined) return body;
  const start = body.indexOf('\r\n\r\n');
  const end = body.indexOf(`\r\n--${boundary}`, start + 4);
  return start < 0 || end < 0 ? Buffer.alloc(0) : body.subarray(start + 4, end);
}
