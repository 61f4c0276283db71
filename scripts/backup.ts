/**
 * `npm run backup`: backs up the database and all files into a new folder beneath BACKUP_DIR, or beneath `--
 * --to=FOLDER`.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeBackup } from '../src/server/backup/backup.ts';
import { loadConfig } from '../src/server/config.ts';
import { command, count, withInstallation } from './command.ts';

await command('Nothing was backed up.', async () => {
  const { values: options } = parseArgs({ options: { to: { type: 'string' } } });
  const config = loadConfig();
  const to = options.to ? resolve(options.to) : config.backup?.folder;
  if (!to) throw new Error('Say where to: set BACKUP_DIR, or run npm run backup -- --to=FOLDER');
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'pglite')))
    throw new Error(
      `There is no installation in ${config.dataDir}. Set DATA_DIR or DATABASE_URL to the one to back up.`,
    );
  const started = performance.now();
  await withInstallation(config, async (_, files) => {
    const { folder, manifest } = await makeBackup({ to, files, keyFile: config.keyFile });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `${folder}\n${count(rows)} rows of ${manifest.tables.length} tables and ${count(manifest.files.count)} files in ${((performance.now() - started) / 1000).toFixed(1)} s.\n` +
        (manifest.files.missing.length > 0
          ? `${count(manifest.files.missing.length)} files that rows name were not there; manifest.json lists them.\n`
          : '') +
        (manifest.hasKey
          ? 'The key is in it: keep the folder as safe as the data themselves.\n'
          : 'The key is not in it: keep SECRET_KEY apart, and as safe.\n'),
    );
  });
});
