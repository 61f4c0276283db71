/**
 * A separate process that opens the embedded database in the given folder, commits rows one by one, and prints
 * `acknowledged 1` after each. After the given number it kills itself, as a crash would.
 */
import { openEmbedded } from './embedded.ts';

const [folder, count] = [process.argv[2]!, Number(process.argv[3])];
const database = await openEmbedded({ folder, onError: () => undefined });
await database.pool.query('create table if not exists written (n int primary key)');
process.stdout.write(`open after ${await database.syncCount()} syncs\n`);
const { rows } = await database.pool.query<{ last: number }>('select coalesce(max(n), 0) as last from written');
for (let n = rows[0]!.last + 1; n <= rows[0]!.last + count; n++) {
  await database.pool.query('insert into written values ($1)', [n]);
  process.stdout.write(`acknowledged ${n}\n`);
}
process.kill(process.pid, 'SIGKILL');
