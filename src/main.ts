/** Starts the product: `node src/main.ts`, with `--demo` to load sample data first. */
import { announce } from './demo/announce.ts';
import { ConfigError, loadConfig, type Config } from './server/config.ts';
import { FolderLockedError } from './server/db/folder-lock.ts';
import { initLog, log } from './server/observability/log.ts';
import { openSystem, type System } from './system.ts';

const STOP_WITHIN = 10_000;

function fail(message: string): never {
  process.stderr.write(`\nGauntlet did not start.\n${message}\n`);
  process.exit(1);
}

function readConfig(): Config {
  try {
    return loadConfig(process.env, { demo: process.argv.includes('--demo') });
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message);
    throw error;
  }
}

async function stop(system: System, signal: string): Promise<void> {
  log().info({ signal }, 'stopping');
  const late = setTimeout(() => {
    log().error('did not stop in time');
    process.exit(1);
  }, STOP_WITHIN);
  await system.stop();
  clearTimeout(late);
  process.exit(0);
}

/** The setting to change when the server cannot listen or has no folder; undefined for every other failure. */
function settingFor(error: unknown, { port, host, dataDir }: Config): string | undefined {
  const { code, syscall, hostname, path, message } = error as NodeJS.ErrnoException & { hostname?: string };
  if (path?.startsWith(dataDir)) return `DATA_DIR must be a folder that the server may read and write: ${message}`;
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `This account may not listen on port ${port}. Set PORT to another one, above 1023.`;
  // An unknown database host is a different problem.
  if (code === 'EADDRNOTAVAIL' || hostname === host)
    return `This machine has no address ${host}. Set HOST to one that it has, such as 127.0.0.1, or to 0.0.0.0 for all.`;
  return undefined;
}

const started = performance.now();
const config = readConfig();
initLog({ level: config.logLevel });
try {
  const system = await openSystem(config, { onFatal: () => process.exit(1) });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(system, signal));
  const address = await system.listen();
  process.stdout.write(
    `\nGauntlet is ready at ${address} (${((performance.now() - started) / 1000).toFixed(1)} s, ${system.database.engine})\n`,
  );
  process.stdout.write(announce({ demo: config.demo, hasExampleAccounts: system.hasExampleAccounts }));
} catch (error) {
  if (error instanceof FolderLockedError) fail(error.message);
  const wrong = settingFor(error, config);
  if (wrong) fail(wrong);
  fail(
    error instanceof Error
      ? config.logLevel === 'debug'
        ? (error.stack ?? error.message)
        : error.message
      : String(error),
  );
}
