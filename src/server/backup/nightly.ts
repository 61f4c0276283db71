/** The backup that a server makes by itself each night, where BACKUP_DIR says so. Administrators see it among the recurring work, and can run it at once. */
import { defineRecurring } from '../jobs/recurring.ts';
import { log } from '../observability/log.ts';
import { makeBackup, type BackupOptions } from './backup.ts';
import { forgetOldBackups } from './folder.ts';

export interface NightlyBackup extends Pick<BackupOptions, 'to' | 'files' | 'keyFile'> {
  /** How many backups stay. */
  keep: number;
}

let wanted: NightlyBackup | undefined;
let isDefined = false;

/** Backs up from now on at three in the morning, UTC; undefined: not any more. */
export function backUpNightly(backup: NightlyBackup | undefined): void {
  wanted = backup;
  if (!backup || isDefined) return;
  isDefined = true;
  defineRecurring({
    name: 'platform.backup', title: 'Back up the database and all files', cron: '0 3 * * *',
    async handler({ signal }) {
      if (!wanted) return;
      const { keep, ...options } = wanted;
      const { folder, manifest } = await makeBackup({ ...options, signal });
      const removed = await forgetOldBackups(options.to, keep);
      log().info({ folder, tables: manifest.tables.length, files: manifest.files.count, missing: manifest.files.missing.length, removed }, 'backed up');
    },
  });
}
