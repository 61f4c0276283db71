/**
 * Load on one server from a separate process: closed loop, keep-alive, a number of connections for a time, or at a
 * rate.
 *
 * node bench/load.ts <job as JSON>; prints the figures as JSON.
 */
import { Agent, request as send } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface LoadJob {
  url: string;
  requests: { method: string; path: string; body?: string }[];
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** Requests a second, evenly spaced, instead of as many as possible. */
  rate?: number;
}

export interface LoadResult {
  requests: number;
  /** Answers that were not successful. */
  failures: number;
  /** Message of the first of them. */
  complaint?: string;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
}

const job = JSON.parse(process.argv[2]!) as LoadJob;
const agent = new Agent({ keepAlive: true, maxSockets: job.connections });
const { hostname, port } = new URL(job.url);
const latencies: number[] = [];
let failures = 0;
let complaint: string | undefined;
let turn = 0;

function fail(what: string): void {
  failures++;
  complaint ??= what;
}

function once(): Promise<void> {
  const { method, path, body } = job.requests[turn++ % job.requests.length]!;
  const headers =
    body === undefined
      ? job.headers
      : { ...job.headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const started = performance.now();
  return new Promise((resolve) => {
    const outgoing = send({ agent, hostname, port, method, path, headers }, (response) => {
      const hasFailed = response.statusCode! >= 300;
      let said = '';
      if (hasFailed) response.setEncoding('utf8').on('data', (text: string) => (said += text));
      else response.resume();
      response.on('end', () => {
        latencies.push(performance.now() - started);
        if (hasFailed) fail(`${response.statusCode} ${said}`);
        resolve();
      });
    });
    outgoing.on('error', (error) => {
      fail(error.message);
      resolve();
    });
    outgoing.end(body);
  });
}

const started = performance.now();
const until = started + job.seconds * 1000;
await Promise.all(
  Array.from({ length: job.connections }, async (_, connection) => {
    for (let sent = 0; performance.now() < until; sent++) {
      if (job.rate)
        await pause(
          Math.max(0, started + ((sent * job.connections + connection) * 1000) / job.rate - performance.now()),
        );
      await once();
    }
  }),
);
const seconds = (performance.now() - started) / 1000;
agent.destroy();
latencies.sort((a, b) => a - b);
const at = (share: number) =>
  latencies[Math.min(latencies.length - 1, Math.trunc(latencies.length * share))] ?? Number.NaN;
const result: LoadResult = {
  requests: latencies.length,
  failures,
  ...(complaint ? { complaint } : {}),
  seconds,
  p50: at(0.5),
  p95: at(0.95),
  p99: at(0.99),
};
process.stdout.write(JSON.stringify(result));
