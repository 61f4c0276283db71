/**
 * Load from a separate process: closed loop (`connections`), or open loop at a rate, where each request is sent on
 * schedule, regardless of earlier ones, and timed from its due time.
 *
 * node scripts/crash/load.ts <job as JSON>; prints the figures as JSON.
 */
import { Agent, request as send } from 'node:http';

export interface Job {
  url: string;
  path: string;
  /** Sessions that take turns. */
  cookies: string[];
  seconds: number;
  connections: number;
  rate?: number;
}

export interface Result {
  /** Answers by status; 0: none. */
  statuses: Record<string, number>;
  /** Of accepted requests, in milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  /** Of refused requests. */
  refusedP99: number;
  /** 429s and 503s without Retry-After. */
  withoutRetryAfter: number;
  perSecond: number;
}

const job = JSON.parse(process.argv[2]!) as Job;
const agent = new Agent({ keepAlive: true, maxSockets: job.connections, maxFreeSockets: job.connections });
const { hostname, port } = new URL(job.url);
const accepted: number[] = [];
const refused: number[] = [];
const statuses: Record<string, number> = {};
let withoutRetryAfter = 0;
let asked = 0;

function ask(since: number): Promise<void> {
  return new Promise((resolve) => {
    const over = (status: number) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      (status >= 200 && status < 300 ? accepted : refused).push(performance.now() - since);
      resolve();
    };
    send(
      {
        agent,
        hostname,
        port,
        path: job.path,
        headers: { cookie: job.cookies[asked++ % job.cookies.length], accept: 'application/json' },
      },
      (response) => {
        if ((response.statusCode === 503 || response.statusCode === 429) && !response.headers['retry-after'])
          withoutRetryAfter++;
        response
          .resume()
          .on('end', () => over(response.statusCode!))
          .on('error', () => over(0));
      },
    )
      .on('error', () => over(0))
      .end();
  });
}

const began = performance.now();
const until = began + job.seconds * 1000;
if (job.rate === undefined) {
  await Promise.all(
    Array.from({ length: job.connections }, async () => {
      while (performance.now() < until) await ask(performance.now());
    }),
  );
} else {
  const open = new Set<Promise<void>>();
  for (let sent = 0; performance.now() < until;) {
    const due = Math.trunc(((performance.now() - began) * job.rate) / 1000);
    for (; sent < due; sent++) {
      const one = ask(began + (sent * 1000) / job.rate).finally(() => open.delete(one));
      open.add(one);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(open);
}
const at = (times: number[], share: number) =>
  times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.trunc(times.length * share))] ?? 0;
agent.destroy();
process.stdout.write(
  JSON.stringify({
    statuses,
    p50: at(accepted, 0.5),
    p95: at(accepted, 0.95),
    p99: at(accepted, 0.99),
    refusedP99: at(refused, 0.99),
    withoutRetryAfter,
    perSecond: accepted.length / ((performance.now() - began) / 1000),
  } satisfies Result),
);
