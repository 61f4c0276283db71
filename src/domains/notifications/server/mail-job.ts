/** News by mail, sent by a durable job: a mail server that is away for a while loses nothing. */
import * as z from 'zod';
import { defineJob } from '../../../server/jobs/define.ts';
import { sendMail } from '../../../server/providers/mail/index.ts';

export const newsMail = defineJob({
  name: 'notifications.mail',
  payload: z.object({ name: z.string(), address: z.string(), subject: z.string(), text: z.string() }),
  title: 'Send notification email',
  retry: { limit: 8, backoff: 10 },
  concurrency: 2,
  handler: async ({ payload: { name, address, subject, text }, jobId }) => {
    // The same Message-ID at each try: a mailbox can tell a repetition. No one shall answer it by an automatic mail.
    await sendMail({
      to: [{ name, address }],
      subject,
      text,
      id: `${jobId}@gauntlet`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  },
});
