/**
 * `npm run test:crash -- [cycles] [pglite|postgres]`: repeated kill -9, 20 times each by default.
 *
 * `npm run test:crash -- NAME… [--seed=N] [--seconds=N | --minutes=N] [--record]`: other faults by name, or `all`.
 * Prints each bar with its measurement; `--record` also writes it to docs/faults.md. Exits with 1 when a bar is missed.
 * The same seed brings the same faults in the same order.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { away } from './database-outage.ts';
import { greedy, overload, slowClients, soak } from './overload.ts';
import { chaos } from './random-kills.ts';
import { clock } from './clock.ts';
import { connections } from './connections.ts';
import { disk } from './disk.ts';
import { outside } from './failing-targets.ts';
import { killAgainAndAgain } from './kill.ts';
import { standby } from './standby.ts';
import { statements } from './statements.ts';
import { randomFrom, record, type Scenario } from './report.ts';

const SCENARIOS: readonly Scenario[] = [
  away,
  connections,
  disk,
  outside,
  clock,
  overload,
  greedy,
  slowClients,
  soak,
  standby,
  statements,
  chaos,
];
const ORDER = SCENARIOS.map(({ name }) => name);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string' },
    minutes: { type: 'string' },
    record: { type: 'boolean' },
  },
});

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function run(scenario: Scenario): Promise<boolean> {
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  const length = values.minutes === undefined ? values.seconds && Number(values.seconds) : Number(values.minutes) * 60;
  say(`\n${scenario.title} (--seed=${seed})`);
  const bars = await scenario.run({ seed, random: randomFrom(seed), seconds: length || undefined });
  for (const { what, bar, measured, met } of bars)
    say(`  ${met ? 'met    ' : 'NOT MET'}  ${what}: ${measured} (bar: ${bar})`);
  if (values.record) record(scenario, seed, bars, ORDER);
  return bars.every(({ met }) => met);
}

const [first, second] = positionals;
let good = true;
if (first === undefined || /^\d+$/.test(first)) {
  good = await killAgainAndAgain(
    Number(first ?? 20),
    second === 'pglite' || second === 'postgres' ? [second] : ['pglite', 'postgres'],
  );
} else {
  const wanted =
    first === 'all' ? SCENARIOS : positionals.map((name) => SCENARIOS.find((one) => one.name === name) ?? name);
  const unknown = wanted.filter((one) => typeof one === 'string');
  if (unknown.length > 0) {
    say(`There is no ${unknown.join(', ')}. There are: ${ORDER.join(', ')}, all.`);
    process.exit(2);
  }
  for (const scenario of wanted as Scenario[]) good = (await run(scenario)) && good;
}
process.exit(good ? 0 : 1);
