/** Links that show a meeting to people without an account until a day, or until someone ends them. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId, UUID } from '../../../kernel/ids.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  asSystem,
  currentUserId,
  currentWorkspaceId,
  insertRow,
  NOW,
  query,
  sql,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { publicLink } from '../../../server/public/site.ts';
import { hmac, safeEqual } from '../../../server/secrets/secrets.ts';
import type { MeetingShare } from '../contract.ts';
import { MEETINGS } from '../paths.ts';

/** Open links of one meeting. */
const MAX_SHARES = 20;

const SIGNATURE_LENGTH = 24;
const sign = (id: string) => hmac('meeting-share', id).slice(0, SIGNATURE_LENGTH);

/** @returns the id of the link; undefined for one that was made up */
export function shareOfToken(token: string): string | undefined {
  const [id = '', signature = ''] = token.split('.');
  return UUID.test(id) && safeEqual(signature, sign(id)) ? id : undefined;
}

export async function openShares(meetingId: string): Promise<MeetingShare[]> {
  const rows = await query<Omit<MeetingShare, 'url'>>(
    `select id, with_transcript as "withTranscript", expires_at as "expiresAt" from meeting_shares
      where meeting_id = $1 and workspace_id = $2 and revoked_at is null and expires_at > now() order by id`,
    [meetingId, currentWorkspaceId()],
  );
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      url: await publicLink(currentWorkspaceId(), `/p/meetings/${row.id}.${sign(row.id)}`),
    })),
  );
}

/** @param meetingId of a meeting that the caller sees. @throws AppError `conflict` */
export async function createShare(
  meetingId: string,
  { days, withTranscript }: { days: number; withTranscript: boolean },
): Promise<void> {
  await transaction(async () => {
    if ((await openShares(meetingId)).length >= MAX_SHARES)
      throw new AppError('conflict', `A meeting has at most ${MAX_SHARES} open links. End one first.`);
    const id = newId();
    await insertRow('meeting_shares', {
      id,
      meetingId,
      workspaceId: currentWorkspaceId(),
      withTranscript,
      createdBy: currentUserId()!,
      expiresAt: sql`now() + make_interval(days => ${days})`,
    });
    await audit({
      action: 'meeting.shared',
      subject: { type: 'meeting', id: meetingId },
      details: { days, withTranscript },
    });
    await publishPaths(currentWorkspaceId(), [MEETINGS]);
  });
}

/** @throws AppError `not_found` */
export async function endShare(meetingId: string, id: string): Promise<void> {
  await transaction(async () => {
    const ended = await updateRows(
      'meeting_shares',
      { revokedAt: NOW },
      { id, meetingId, workspaceId: currentWorkspaceId(), revokedAt: null },
    );
    if (ended === 0) throw notFound('The link');
    await audit({ action: 'meeting.share_ended', subject: { type: 'meeting', id: meetingId } });
    await publishPaths(currentWorkspaceId(), [MEETINGS]);
  });
}

export interface OpenShare {
  meetingId: string;
  workspaceId: string;
  makerId: string;
  withTranscript: boolean;
}

/** The link as its reader opens it; undefined when it ended, or when its maker may not see the workspace any more. */
export const readShare = (id: string): Promise<OpenShare | undefined> =>
  asSystem(async () => {
    const [row] = await query<OpenShare>(
      `select s.meeting_id as "meetingId", s.workspace_id as "workspaceId", s.created_by as "makerId",
         s.with_transcript as "withTranscript"
       from meeting_shares s join users u on u.id = s.created_by and u.active
       join workspaces w on w.id = s.workspace_id and w.archived_at is null
      where s.id = $1 and s.revoked_at is null and s.expires_at > now()
        and (u.role = 'admin' or exists
          (select 1 from memberships m where m.user_id = u.id and m.workspace_id = s.workspace_id))`,
      [id],
    );
    return row;
  });
