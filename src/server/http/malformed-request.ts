/** Answers input that never became a request: a head that is too long or invalid, or a sender that never finishes. */
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import type { ErrorBody } from '../../kernel/endpoint.ts';

const ANSWERS: Record<string, readonly [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The address or the headers of the request are longer than allowed.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};
const UNREADABLE = [400, 'The request cannot be read.'] as const;

/** No hook sees it, so the headers that keep it from being rendered as a page are written here. */
export function answerNoRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const [status, message] = ANSWERS[error.code ?? ''] ?? UNREADABLE;
    const body = JSON.stringify({ message, code: 'bad_request', requestId: 'none' } satisfies ErrorBody);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox",
      'referrer-policy: no-referrer',
      'connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}
