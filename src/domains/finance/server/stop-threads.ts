import { stopReading } from './imports/reading/read.ts';
import { stopSimulations } from './simulation/run.ts';

/** Ends the threads that compute and read, for a graceful stop. */
export async function stopFinanceThreads(): Promise<void> {
  await Promise.all([stopSimulations(), stopReading()]);
}
