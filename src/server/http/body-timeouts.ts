/**
 * Time limits for request bodies. Node has one limit per server: it would cut a large file on a slow line just like
 * someone who holds a connection with a byte now and then. Here a file may take long while it keeps arriving. Node's
 * `headersTimeout` limits the head.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { answerNoRequest } from './malformed-request.ts';

export interface ArrivalLimits {
  /** Milliseconds for a whole body. */
  body: number;
  /** Milliseconds for a file from someone who may send it. */
  file: number;
  /** Milliseconds in which at least `least` bytes of a file must arrive. */
  window: number;
  least: number;
  /** Milliseconds between two checks. */
  every: number;
}

/** 250 MB arrive within two hours at 0.3 Mbit/s; a single window may be a tenth as fast. */
const LIMITS: ArrivalLimits = { body: 300_000, file: 2 * 3_600_000, window: 60_000, least: 256 * 1024, every: 5_000 };

interface Arrival {
  response: ServerResponse;
  since: number;
  /** Start of the current window and the bytes received by then; absent when the body is not a file. */
  file?: { windowSince: number; bytes: number };
}

const arrivals = new WeakMap<IncomingMessage, Arrival>();

/** Gives the body the limits of a file from someone who may send it. */
export function takesAFile(request: IncomingMessage): void {
  const arrival = arrivals.get(request);
  if (arrival) arrival.file = { windowSince: performance.now(), bytes: request.socket.bytesRead };
}

/** Cuts off bodies that do not arrive. */
export function limitArrival(app: FastifyInstance, limits = LIMITS): void {
  const arriving = new Set<IncomingMessage>();
  app.server.requestTimeout = 0;
  // Before the answering listener, which may answer at once.
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
  // The rest of an answered request is useless.
  if (!file || response.writableFinished) return now - since > limits.body;
  if (now - since > limits.file) return true;
  const came = request.socket.bytesRead - file.bytes >= limits.least;
  // Unread data means that the sender waits for us: for the disk or the file store.
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
