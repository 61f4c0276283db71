/** A separate process that locks the given folder, says so, and keeps the lock until it is stopped or killed. */
import { lockFolder } from './folder-lock.ts';

try {
  lockFolder(process.argv[2]!);
  process.stdout.write('locked\n');
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${(error as Error).name}: ${(error as Error).message}\n`);
}
