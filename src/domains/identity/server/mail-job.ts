/** Mails about accounts, sent by a durable job: a mail server that is away for a while loses no one their link. */
import * as z from 'zod';
import { inWorkspace } from '../../../server/db/index.ts';
import { defineJob } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { sendMail } from '../../../server/providers/mail/index.ts';
import { open, seal } from '../../../server/secrets/secrets.ts';

const CONTEXT = 'account-mail';
const AccountMail = z.object({ name: z.string(), address: z.string(), subject: z.string(), text: z.string() });
export type AccountMail = z.infer<typeof AccountMail>;

export const accountMail = defineJob({
  name: 'identity.mail',
  // Sealed: the mail holds a link that signs someone in, and the table of jobs is read by more people than the
  // mailbox.
  payload: z.object({ sealed: z.string() }),
  title: 'Send account email',
  retry: { limit: 8, backoff: 10 },
  concurrency: 2,
  handler: async ({ payload, jobId }) => {
    const { name, address, subject, text } = AccountMail.parse(JSON.parse(open(payload.sealed, CONTEXT)));
    // The same Message-ID at each try: a mailbox can tell a repetition.
    await sendMail({ to: [{ name, address }], subject, text, id: `${jobId}@gauntlet` });
  },
});

/** Queues a mail in the ambient transaction; no one's list of jobs shows it. */
export async function queueAccountMail(workspaceId: string, mail: AccountMail): Promise<void> {
  await inWorkspace(workspaceId, null, () => enqueue(accountMail, { sealed: seal(JSON.stringify(mail), CONTEXT) }));
}
