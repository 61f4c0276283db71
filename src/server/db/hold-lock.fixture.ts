/**
 * A process of its own that takes the lock of the folder it is given, says so, and keeps it until it is told to stop or
 * killed.
 */
import { lockFolder } from './folder-lock.ts';

try {
  lockFolder(process.argv[2]!);
  process.stdout.write('locked\n');
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${(error as Error).name}: ${(error as Error).message}\n`);
}
