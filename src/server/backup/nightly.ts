/** The nightly backup, when BACKUP_DIR is set. Administrators see it under recurring work and can run it at once. */
import { asSystem, query } from '../db/index.ts';
import { defineRecurring } from '../jobs/recurring.ts';
import { log } from '../observability/log.ts';
import { makeBackup, type BackupOptions } from './backup.ts';
import { forgetOldBackups, forgetUnfinished } from './folder.ts';

export interface NightlyBackup extends Pick<BackupOptions, 'to' | 'files' | 'keyFile'> {
  /** Number of backups to keep. */
  keep: number;
}

const NAME = 'platform.backup';

let wanted: NightlyBackup | undefined;
let isDefined = false;

/** Schedules the backup for three in the morning UTC, or cancels it when undefined. */
export function backUpNightly(backup: NightlyBackup | undefined): void {
  wanted = backup;
  if (!backup || isDefined) return;
  isDefined = true;
  defineRecurring({
    name: NAME,
    title: 'Back up the database and all files',
    cron: '0 3 * * *',
    async handler({ signal }) {
      if (!wanted) return;
      const { keep, ...options } = wanted;
      await forgetUnfinished(options.to);
      const { folder, manifest } = await makeBackup({ ...options, signal });
      const removed = await forgetOldBackups(options.to, keep);
      log().info(
        {
          folder,
          tables: manifest.tables.length,
          files: manifest.files.count,
          missing: manifest.files.missing.length,
          removed,
        },
        'backed up',
      );
    },
  });
}

/**
 * For the health page, since no one watches nightly work.
 * @returns when the last one was made
 * @throws Error when the last attempt failed, or two nights passed without one
 */
export async function nightlyBackupState(): Promise<string> {
  const [row] = await asSystem(() =>
    query<{ error: string | null; paused: boolean; at: string | null; late: boolean }>(
      `select last_error as error, paused, to_char(last_finished_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at,
        last_finished_at < now() - interval '2 days' as late
     from recurring_jobs where name = $1`,
      [NAME],
    ),
  );
  if (row?.error) throw new Error(`The backup of ${row.at} UTC failed: ${row.error}`);
  if (row?.late) throw new Error(`The last backup is of ${row.at} UTC${row.paused ? ', and they are paused' : ''}.`);
  return row?.at ? `Made ${row.at} UTC` : 'None was made yet';
}
