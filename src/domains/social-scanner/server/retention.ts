/** Hits are deleted when their watch's retention is over. */
import { forgetRows } from '../../../server/db/delete-in-batches.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';

/**
 * Deletes hits that were found longer ago than their watch keeps them; those whose reply waits for approval stay until
 * someone decides. Leads stay.
 */
export async function forgetOldHits(now: Date): Promise<void> {
  await forgetRows(
    'social_hits',
    `reply_state <> 'waiting' and found_at < $1::timestamptz - make_interval(days => (select w.retention_days from social_watches w where w.id = watch_id))`,
    [now.toISOString()],
  );
}

export const retentionRecurring = defineRecurring({
  name: 'social-scanner.retention',
  title: 'Delete public posts after their retention',
  cron: '50 3 * * *',
  handler: () => forgetOldHits(new Date()),
});
