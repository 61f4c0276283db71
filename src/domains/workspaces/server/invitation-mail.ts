/**
 * The mail of an invitation, sent by a durable job; where no mail server takes it, the invitation says so, and whoever
 * invited hears of it.
 */
import * as z from 'zod';
import { asSystem, currentWorkspaceId, execute, inWorkspace, query } from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { defineJob } from '../../../server/jobs/define.ts';
import { enqueue } from '../../../server/jobs/jobs.ts';
import { sendMail } from '../../../server/providers/mail/index.ts';
import { open, seal } from '../../../server/secrets/secrets.ts';
import { defineNotificationKind, tellUser } from '../../notifications/index.ts';
import { TEAM } from '../paths.ts';
import { homeOfNews } from './membership.ts';

export const UNSENT = defineNotificationKind({
  name: 'team_invitation_unsent',
  group: 'Team',
  label: 'Undelivered invitations',
  hint: 'An invitation you sent could not be emailed after several tries.',
  ways: { inApp: true, email: false },
});

const contextOf = (id: string) => `invitation-mail:${id}`;
const Content = z.object({ address: z.string(), subject: z.string(), text: z.string() });

const Payload = z.object({
  invitationId: z.uuid(),
  /** Which of its mails: each has a link of its own, and only the last one works. */
  sending: z.number().int(),
  /** Holds the link, so it is sealed. */
  sealed: z.string(),
});

/** The invitation still waits for the answer to this very mail; `$1` and `$2`. */
const CURRENT = 'workspace_id = $3 and id = $1 and sendings = $2 and accepted_at is null and revoked_at is null';
const values = ({ invitationId, sending }: z.output<typeof Payload>) => [invitationId, sending, currentWorkspaceId()];

export const mailJob = defineJob({
  name: 'workspaces.invitation_mail',
  payload: Payload,
  title: 'Send an invitation',
  retry: { limit: 8, backoff: 10 },
  concurrency: 2,
  async handler({ payload, jobId }) {
    // Taken back, or mailed again, while the mail server was away: this link is worth nothing any more.
    if ((await query(`select 1 from invitations where ${CURRENT}`, values(payload))).length === 0) return;
    const { address, subject, text } = Content.parse(JSON.parse(open(payload.sealed, contextOf(payload.invitationId))));
    // The same Message-ID at each try: a mailbox can tell a repetition.
    await sendMail({ to: [{ name: address, address }], subject, text, id: `${jobId}@gauntlet` });
  },
  async ended(payload) {
    const [unsent] = await query<{ email: string; invited_by: string | null }>(
      `update invitations set unsent_at = now() where ${CURRENT} returning email, invited_by`,
      values(payload),
    );
    if (unsent) await tell(payload.invitationId, unsent);
  },
  async revived(payload) {
    await execute(`update invitations set unsent_at = null where ${CURRENT}`, values(payload));
    await emit({
      type: 'invitation.resent',
      subject: { type: 'invitation', id: payload.invitationId },
      paths: [TEAM.invitations],
    });
  },
});

async function tell(
  id: string,
  { email, invited_by: inviter }: { email: string; invited_by: string | null },
): Promise<void> {
  await emit({ type: 'invitation.unsent', subject: { type: 'invitation', id }, paths: [TEAM.invitations] });
  if (!inviter) return;
  const workspaceId = currentWorkspaceId();
  await asSystem(async () =>
    tellUser(inviter, UNSENT, {
      ...(await homeOfNews(workspaceId, inviter, '/team?tab=invitations')),
      title: `Couldn’t email your invitation to ${email}`,
      body: 'Delivery failed after several tries. Check the address, then send it again.',
    }),
  );
}

/** Queues the mail in the ambient transaction; no one's list of jobs shows it. */
export async function queueInvitationMail(id: string, sending: number, mail: z.output<typeof Content>): Promise<void> {
  await inWorkspace(currentWorkspaceId(), null, () =>
    enqueue(mailJob, { invitationId: id, sending, sealed: seal(JSON.stringify(mail), contextOf(id)) }),
  );
}
