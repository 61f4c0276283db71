/** Notifies open pages of new events of a website: immediately, and then every few seconds while more arrive. */
import { asSystem, execute, outsideTransaction } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { log } from '../../../server/observability/log.ts';
import type { CountedEvent } from '../engine/assign.ts';
import { PIXEL } from '../paths.ts';

/** Milliseconds between two messages about who is there now, and about all reports. */
const LIVE_EVERY = 3_000;
const REPORTS_EVERY = 10_000;
const MOST = 10_000;

const lastAt = new Map<string, number>();
const timers = new Map<string, NodeJS.Timeout>();

/** Runs `act` now, or when `every` has passed since the last time; once, however often it is asked for meanwhile. */
function atMost(key: string, every: number, act: () => Promise<void>): void {
  if (timers.has(key)) return;
  if (lastAt.size > MOST) lastAt.clear();
  const rest = (lastAt.get(key) ?? -Infinity) + every - performance.now();
  const run = () => {
    timers.delete(key);
    lastAt.set(key, performance.now());
    void outsideTransaction(() => asSystem(act)).catch((error: unknown) =>
      log().warn({ err: error }, 'pages were not told of website events'),
    );
  };
  if (rest <= 0) run();
  else timers.set(key, setTimeout(run, rest).unref());
}

/** Called after the commit, as system. */
export function announce(events: readonly CountedEvent[]): void {
  for (const site of new Set(events.map((event) => event.site))) {
    const { id, workspaceId } = site;
    atMost(`live ${id}`, LIVE_EVERY, async () => {
      await execute('update pixel_sites set last_event_at = now() where id = $1', [id]);
      await publishPaths(workspaceId, [`${PIXEL.sites}/${id}/live`]);
    });
    // The list says when each site was last heard of, so all reports go with it.
    atMost(`reports ${workspaceId}`, REPORTS_EVERY, () => publishPaths(workspaceId, [PIXEL.sites]));
  }
}

/** Events not announced yet are shown on the next read. */
export function stopAnnouncing(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}
