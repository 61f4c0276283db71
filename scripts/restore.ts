/**
 * `npm run restore -- --from=FOLDER`: restores a backup into an empty installation, at DATABASE_URL or in a new
 * DATA_DIR.
 */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readManifest } from '../src/server/backup/folder.ts';
import { restoreBackup } from '../src/server/backup/restore.ts';
import { loadConfig } from '../src/server/config.ts';
import { makeFolder } from '../src/server/make-folder.ts';
import { command, count, withInstallation } from './command.ts';

await command('Nothing was restored.', async () => {
  const { values: options } = parseArgs({ options: { from: { type: 'string' } } });
  if (!options.from) throw new Error('Say which backup: npm run restore -- --from=FOLDER');
  const from = resolve(options.from);
  readManifest(from);
  const hasOwnKey = Boolean(process.env.SECRET_KEY?.trim());
  // Reading the settings creates a missing key; here the backup's key takes its place.
  const config = loadConfig(
    hasOwnKey ? process.env : { ...process.env, SECRET_KEY: randomBytes(32).toString('base64url') },
  );
  makeFolder(config.dataDir);
  const started = performance.now();
  await withInstallation(config, async (_, files) => {
    const manifest = await restoreBackup({
      from,
      files,
      keyFile: hasOwnKey ? undefined : join(config.dataDir, 'secret.key'),
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `Restored ${count(rows)} rows of ${manifest.tables.length} tables and ${count(manifest.files.count)} files in ${((performance.now() - started) / 1000).toFixed(1)} s, as of ${manifest.madeAt}.\n` +
        'Row counts and checksums of every table are those of the backup. Start the server with the same settings.\n',
    );
  });
});
