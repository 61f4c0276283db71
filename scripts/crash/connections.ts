/**
 * A slow, silent, or cut network to the database, also exactly around a COMMIT, under writers that repeat unanswered
 * requests with the same Idempotency-Key.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, pause } from './engines.ts';
import { startProxy, type Proxy } from './proxy.ts';
import { atMost, holds, none, seconds, type Options, type Scenario } from './report.ts';
import { describeSeen, isGood, isHonest, startVisitors } from './visitors.ts';
import { compare, readContacts, readJournal, startWriters } from './writes.ts';

const LENGTH = 60;
const ANSWER_WITHIN = 6_500;
const HEAL_WITHIN = 5_000;

/** One fault after another. @returns how many of each */
async function harm(proxy: Proxy, { random, seconds: length = LENGTH }: Options): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const until = performance.now() + length * 1000;
  let swallowed = 0;
  while (performance.now() < until) {
    const dice = random();
    const kind =
      dice < 0.3
        ? 'commit cut before'
        : dice < 0.6
          ? 'commit cut after'
          : dice < 0.8
            ? 'all cut'
            : dice < 0.93
              ? 'slow'
              : swallowed < 2
                ? 'swallowed'
                : 'all cut';
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (kind === 'commit cut before') proxy.cutNextCommit('before');
    else if (kind === 'commit cut after') proxy.cutNextCommit('after');
    else if (kind === 'all cut') proxy.cut();
    else {
      proxy.mood(kind === 'slow' ? { kind: 'slow', milliseconds: 20 + random() * 120 } : { kind: 'swallow' });
      if (kind === 'swallowed') swallowed++;
      await pause(kind === 'slow' ? 1_500 : 7_000);
      if (kind === 'swallowed') proxy.cut();
      proxy.mood({ kind: 'pass' });
    }
    await pause(100 + random() * 500);
  }
  return counts;
}

export const connections: Scenario = {
  name: 'connections',
  title: 'Slow, silent, and cut connections to the database',
  async run(options) {
    let proxy: Proxy | undefined;
    const installation = await install('postgres', { through: async (url) => (proxy = await startProxy(url)).url });
    try {
      const journal = join(installation.folder, 'acknowledged');
      appendFileSync(journal, '');
      const writers = startWriters(installation, journal);
      const visitors = startVisitors(installation.owner, 4);
      await pause(1_000);
      const counts = await harm(proxy!, options);
      const over = performance.now();
      await pause(HEAL_WITHIN + 3_000);
      await writers.stop();
      const seen = await visitors.stop();
      const readers = (await readContacts(installation.owner)).filter(({ key }) => !key.includes('seen'));
      const acknowledged = readJournal(journal);
      const known = new Set(acknowledged.map(({ key }) => key));
      // A write without a key may exist although its answer was lost; that is what keys are for.
      const { lost, doubled } = compare(
        acknowledged,
        readers.filter(({ key }) => known.has(key)),
      );
      const bad = seen.filter((one) => !isGood(one));
      const pool = installation.cluster!;
      return [
        holds(
          'faults',
          true,
          Object.entries(counts)
            .map(([kind, count]) => `${count} × ${kind}`)
            .join(', '),
        ),
        holds('commits were cut', proxy!.commitsCut() > 3, String(proxy!.commitsCut())),
        holds(
          'writes acknowledged',
          acknowledged.length > 50,
          `${acknowledged.length}, of them ${writers.repeated} repeated`,
        ),
        none('acknowledged writes lost', lost),
        none('duplicate writes', doubled),
        none(
          'answers other than a correct one or a 503 with Retry-After',
          bad.filter((one) => !isHonest(one)).map(describeSeen),
        ),
        atMost(
          'longest wait for such a 503',
          ANSWER_WITHIN,
          Math.max(0, ...bad.map(({ milliseconds }) => milliseconds)),
          seconds,
        ),
        atMost(
          'recovered after',
          HEAL_WITHIN,
          Math.max(0, ...bad.map(({ at, milliseconds }) => at + milliseconds - over)),
          seconds,
        ),
        holds('the database itself kept running', pool.pid() > 0),
      ];
    } finally {
      await installation.remove();
      await proxy?.close();
    }
  },
};
