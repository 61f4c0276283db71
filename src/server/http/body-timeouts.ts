/**
 * How long a body may take to arrive. Node has one limit for all of a server: it would cut a large file that comes over
 * a slow line as it cuts somebody who sends a byte now and then to hold a connection. Here a file may take long as long
 * as it comes on. The head of a request is bounded by Node's own `headersTimeout`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { answerNoRequest } from './malformed-request.ts';

export interface ArrivalLimits {
  /** Milliseconds for all of a body. */
  body: number;
  /** Milliseconds for a file that somebody who may send it is sending. */
  file: number;
  /** Milliseconds in which at least `least` bytes of a file come. */
  window: number;
  least: number;
  /** Milliseconds between two looks. */
  every: number;
}

/** 250 MB come within the two hours at 0.3 Mbit/s; a stretch may be a tenth as fast. */
const LIMITS: ArrivalLimits = { body: 300_000, file: 2 * 3_600_000, window: 60_000, least: 256 * 1024, every: 5_000 };

interface Arrival {
  response: ServerResponse;
  since: number;
  /** From when on it is one of a file, and what had come when the window began; absent: it is none. */
  file?: { windowSince: number; bytes: number };
}

const arrivals = new WeakMap<IncomingMessage, Arrival>();

/** The body is a file, from somebody who may send it: it has the time of one. */
export function takesAFile(request: IncomingMessage): void {
  const arrival = arrivals.get(request);
  if (arrival) arrival.file = { windowSince: performance.now(), bytes: request.socket.bytesRead };
}

/** Cuts off bodies that do not arrive. */
export function limitArrival(app: FastifyInstance, limits = LIMITS): void {
  const arriving = new Set<IncomingMessage>();
  app.server.requestTimeout = 0;
  // Before whoever answers it, which may be at once.
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers['transfer-encoding'] === undefined && !(Number(request.headers['content-length']) > 0)) return;
    arrivals.set(request, { response, since: performance.now() });
    arriving.add(request);
    request.once('close', () => arriving.delete(request));
  });
  const timer = setInterval(() => {
    for (const request of arriving) {
      if (request.complete || request.socket.destroyed) arriving.delete(request);
      else if (isLate(request, arrivals.get(request)!, limits)) cutOff(request, arrivals.get(request)!.response);
    }
  }, limits.every).unref();
  app.addHook('onClose', (_, done) => {
    clearInterval(timer);
    done();
  });
}

function isLate(request: IncomingMessage, { response, since, file }: Arrival, limits: ArrivalLimits): boolean {
  const now = performance.now();
  // The rest of one that was answered already is of no use to anybody.
  if (!file || response.writableFinished) return now - since > limits.body;
  if (now - since > limits.file) return true;
  const came = request.socket.bytesRead - file.bytes >= limits.least;
  // What lies here unread holds the sender up: then it is the disk or the store that is waited for.
  if (came || request.readableLength > 0) {
    file.windowSince = now;
    file.bytes = request.socket.bytesRead;
    return false;
  }
  return now - file.windowSince > limits.window;
}

function cutOff(request: IncomingMessage, response: ServerResponse): void {
  const error = Object.assign(new Error('The request took too long to arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  if (response.headersSent) request.socket.destroy();
  else answerNoRequest(error, request.socket);
}
