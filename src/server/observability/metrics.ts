/** Prometheus metrics. Durations in seconds, sizes in bytes, as its conventions require. */
import type pg from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const HTTP_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS = [0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600];

const requestDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: "Time from a request's arrival to the end of its answer",
  labelNames: ['method', 'route', 'status'],
  buckets: HTTP_BUCKETS,
  registers: [registry],
});

const requestsInFlight = new Gauge({
  name: 'http_requests_in_flight',
  help: 'Requests being answered',
  registers: [registry],
});

const jobDuration = new Histogram({
  name: 'job_duration_seconds',
  help: 'Time that one attempt of a job took',
  labelNames: ['job', 'outcome'],
  buckets: JOB_BUCKETS,
  registers: [registry],
});

const jobsRunning = new Gauge({
  name: 'jobs_running',
  help: 'Jobs being worked on by this process',
  labelNames: ['job'],
  registers: [registry],
});

const liveStreams = new Gauge({ name: 'live_streams', help: 'Open event streams of browsers', registers: [registry] });

const subscriberLag = new Gauge({
  name: 'event_subscriber_lag_events',
  help: 'Events that a subscriber has not handled yet',
  labelNames: ['subscriber'],
  registers: [registry],
});

const asideEvents = new Gauge({
  name: 'event_failures',
  help: 'Events that a subscriber failed on: waiting for another try, or resting until an administrator decides',
  labelNames: ['state'],
  registers: [registry],
});

const faults = new Counter({
  name: 'faults_total',
  help: 'Unexpected errors',
  labelNames: ['where'],
  registers: [registry],
});

/**
 * Counts one answered request.
 * @param route the route's pattern, such as `/api/contacts/{id}`; never the address itself, which is unbounded
 */
export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  requestDuration.observe({ method, route, status: String(status) }, seconds);
}

/** Marks a request as started; call the result when it ends. */
export function startRequest(): () => void {
  requestsInFlight.inc();
  return () => requestsInFlight.dec();
}

export type JobOutcome = 'succeeded' | 'failed' | 'cancelled' | 'interrupted';

/** Marks a job attempt as started; call the result with its outcome. */
export function startJob(job: string): (outcome: JobOutcome) => void {
  const started = performance.now();
  jobsRunning.inc({ job });
  return (outcome) => {
    jobsRunning.dec({ job });
    jobDuration.observe({ job, outcome }, (performance.now() - started) / 1_000);
  };
}

/** Marks a browser's event stream as open; call the result when it closes. */
export function startLiveStream(): () => void {
  liveStreams.inc();
  return () => liveStreams.dec();
}

export function setSubscriberLag(subscriber: string, events: number): void {
  subscriberLag.set({ subscriber }, events);
}

export function setAside(events: { waiting: number; resting: number }): void {
  for (const [state, count] of Object.entries(events)) asideEvents.set({ state }, count);
}

export function countFault(where: 'http' | 'job' | 'event' | 'database' | 'process'): void {
  faults.inc({ where });
}

/** Shows a connection pool's state whenever the metrics are read. Watching another pool replaces it. */
export function watchPool(pool: pg.Pool): void {
  registry.removeSingleMetric('database_connections');
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, and requests waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

/** All metrics in Prometheus' text format, and the content type. */
export async function readMetrics(): Promise<{ contentType: string; body: string }> {
  return { contentType: registry.contentType, body: await registry.metrics() };
}
