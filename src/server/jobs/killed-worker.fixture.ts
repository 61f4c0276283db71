/** A separate worker that takes the test's job, stores a checkpoint, says so, and hangs until it is killed. */
import * as z from 'zod';
import { openDatabase } from '../db/open.ts';
import { openBus } from '../events/bus.ts';
import { defineJob } from './define.ts';
import { openQueue } from './queue.ts';
import { startWorker } from './worker.ts';

defineJob({
  name: 'test.work',
  title: 'Work',
  payload: z.object({ n: z.number() }),
  async handler({ checkpoint }: { checkpoint: (state: { upTo: number }) => Promise<void> }) {
    await checkpoint({ upTo: 42 });
    process.stdout.write('checkpoint\n');
    await new Promise(() => setInterval(() => undefined, 1_000));
  },
});

await openDatabase({ databaseUrl: process.argv[2], dataDir: '/nonexistent', onError: () => undefined });
await openBus();
await openQueue(false);
await startWorker();
