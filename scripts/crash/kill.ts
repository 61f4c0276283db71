/** kill -9 during writes, imports, mail, and all other background work, on both engines unless one is named. */
import type { Engine } from './engines.ts';
import { crashImports } from './imports.ts';
import { crashMail } from './mail.ts';
import { crashWork } from './work.ts';
import { crashWrites } from './writes.ts';

const ROWS = 20_000;
const MESSAGES = 4_000;
/** Milliseconds for a server to be ready again after a crash. */
const RESTART_WITHIN = 5_000;

function timing(restarts: number[]): string {
  const sorted = [...restarts].sort((a, b) => a - b);
  return `ready again after ${Math.round(sorted[Math.trunc(sorted.length / 2)] ?? 0)} ms (median), ${Math.round(sorted.at(-1) ?? 0)} ms (longest)`;
}

/** @returns whether nothing was lost or duplicated, and no restart took too long */
export async function killAgainAndAgain(cycles: number, engines: readonly Engine[]): Promise<boolean> {
  let failed = false;
  for (const engine of engines) {
    const writes = await crashWrites(engine, cycles);
    process.stdout.write(
      `${engine}, writes: ${cycles} crashes, ${writes.acknowledged} acknowledged, ${writes.repeated} repeated after a lost answer; ` +
        `${writes.lost.length} lost, ${writes.doubled.length} doubled; ${timing(writes.restarts)}\n`,
    );
    const imports = await crashImports(engine, cycles, ROWS);
    process.stdout.write(
      `${engine}, imports of ${ROWS} rows: ${cycles} crashes at ${imports.cutAt.map((share) => `${Math.round(share * 100)}`).join(', ')} %; ` +
        `${imports.missing} rows missing, ${imports.extra} doubled; ${timing(imports.restarts)}\n`,
    );
    const work = await crashWork(engine, cycles);
    process.stdout.write(
      `${engine}, workflows, bulk actions, templates, exports and syncs: ${cycles} crashes, ${work.wrong.length} things wrong${work.wrong.map((one) => `\n  ${one}`).join('')}; ${timing(work.restarts)}\n`,
    );
    const mail = await crashMail(engine, { cycles, messages: MESSAGES, perCycle: 2 });
    process.stdout.write(
      `${engine}, mail with ${mail.server}: ${cycles} crashes, ${mail.crashesInSync} in the first synchronization of ${mail.messages} messages; ` +
        `${mail.lost} lost, ${mail.doubled} doubled; ${mail.sent} emails sent, ${mail.arrived} arrived, ${mail.arrivedTwice.length} twice, ` +
        `${mail.unknown} shown as unknown${mail.wrong.map((one) => `\n  ${one}`).join('')}; ${timing(mail.restarts)}\n`,
    );
    failed ||=
      mail.lost + mail.doubled + mail.arrivedTwice.length + mail.wrong.length > 0 ||
      work.wrong.length > 0 ||
      writes.lost.length + writes.doubled.length + imports.missing + imports.extra > 0 ||
      Math.max(...writes.restarts, ...imports.restarts, ...work.restarts) > RESTART_WITHIN;
  }
  return !failed;
}
