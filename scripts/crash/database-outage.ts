/** The database stops for twenty seconds under load, and then, a second time, freezes silently. */
import { readdirSync, readFileSync } from 'node:fs';
import { install, pause, type Installation } from './engines.ts';
import { atMost, holds, none, seconds, type Bar, type Scenario } from './report.ts';
import { describeSeen, isGood, isHonest, startVisitors, type Seen } from './visitors.ts';

const VISITORS = 8;
const BEFORE = 3_000;
const AWAY = 20_000;
const HEAL_WITHIN = 5_000;

/** Every process of the cluster: the postmaster and its children. */
function processesOf(postmaster: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          Number(
            readFileSync(`/proc/${pid}/stat`, 'utf8')
              .replace(/^.*\) /s, '')
              .split(' ')[1],
          ) === postmaster
        );
      } catch {
        return false;
      }
    });
  return [postmaster, ...children];
}

interface Outage {
  name: string;
  /** Longest time to a correct answer or an honest refusal, in milliseconds. */
  answerWithin: number;
  begin(): Promise<unknown> | void;
  end(): Promise<unknown> | void;
}

async function suffer(installation: Installation, outage: Outage): Promise<Bar[]> {
  const visitors = startVisitors(installation.owner, VISITORS);
  await pause(BEFORE);
  const began = performance.now();
  await outage.begin();
  const probes: { live: number; ready: number }[] = [];
  while (performance.now() - began < AWAY) {
    await pause(1_000);
    const status = (path: string) =>
      fetch(`${installation.url}/api/health/${path}`, { signal: AbortSignal.timeout(4_000) }).then(
        (answer) => answer.status,
        () => 0,
      );
    const [live, ready] = await Promise.all([status('live'), status('ready')]);
    // A probe in the first moment may still have found it.
    if (performance.now() - began > 6_500) probes.push({ live, ready });
  }
  await outage.end();
  const over = performance.now();
  await pause(HEAL_WITHIN + 5_000);
  const seen = await visitors.stop();
  const during = seen.filter(({ at, milliseconds }) => at + milliseconds > began && at < over);
  const refused = during.filter((one) => !isGood(one));
  const healed = lastTrouble(seen, over);
  const what = (text: string) => `${outage.name}: ${text}`;
  return [
    none(
      what('answers other than a correct one or a 503 with Retry-After'),
      during.filter((one) => !isGood(one) && !isHonest(one)).map(describeSeen),
    ),
    atMost(
      what('longest wait for such a 503'),
      outage.answerWithin,
      Math.max(0, ...refused.map(({ milliseconds }) => milliseconds)),
      seconds,
    ),
    holds(what('requests were refused meanwhile'), refused.length > 10, `${refused.length}`),
    holds(
      what('/health/live 200 and /health/ready 503'),
      probes.length > 0 && probes.every(({ live, ready }) => live === 200 && ready === 503),
      probes
        .map(({ live, ready }) => `${live}/${ready}`)
        .filter((one, index, all) => all.indexOf(one) === index)
        .join(', '),
    ),
    atMost(what('recovered after'), HEAL_WITHIN, healed, seconds),
  ];
}

/** Milliseconds from `over` until the last wrong answer. */
function lastTrouble(seen: Seen[], over: number): number {
  return Math.max(0, ...seen.filter((one) => !isGood(one)).map(({ at, milliseconds }) => at + milliseconds - over));
}

export const away: Scenario = {
  name: 'away',
  title: 'The database stops, or freezes, for 20 seconds under load',
  async run() {
    const installation = await install('postgres');
    const cluster = installation.cluster!;
    try {
      let frozen: number[] = [];
      const signal = (name: NodeJS.Signals) =>
        frozen.forEach((pid) => {
          try {
            process.kill(pid, name);
          } catch {
            // It ended meanwhile.
          }
        });
      const pid = installation.pid();
      return [
        ...(await suffer(installation, {
          name: 'stopped',
          answerWithin: 2_000,
          begin: () => cluster.kill(),
          end: () => cluster.start(),
        })),
        ...(await suffer(installation, {
          name: 'frozen',
          answerWithin: 6_500,
          begin() {
            frozen = processesOf(cluster.pid());
            signal('SIGSTOP');
          },
          end: () => signal('SIGCONT'),
        })),
        holds('the server was not restarted', pid === installation.pid()),
      ];
    } finally {
      await installation.remove();
    }
  },
};
