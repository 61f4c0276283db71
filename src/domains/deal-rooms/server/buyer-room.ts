/** The buyer's page of a deal room and its actions. */
import { workspaceToday } from '../../../records/server/workspace.ts';
import {
  asSystem,
  execute,
  inWorkspace,
  query,
  selectRow,
  updateRows,
  NOW,
  withAllRecords,
} from '../../../server/db/index.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { log } from '../../../server/observability/log.ts';
import type { PublicRequest } from '../../../server/public/define.ts';
import { DEAL_ROOMS } from '../paths.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import type { Installment, PlanAction, Proposal } from '../contract.ts';
import { readDeal } from './facts.ts';
import { readRoomToken } from './link.ts';
import { refreshInstallment } from './payments.ts';
import { readActions } from './rooms.ts';
import { readInstallments, readProposals, sha256 } from './rows.ts';

export interface OpenRoom {
  id: string;
  workspaceId: string;
  token: string;
}

export interface BuyerRoom extends OpenRoom {
  customer: string;
  welcome: string;
  actions: PlanAction[];
  /** The version that is open, or was answered last; undefined before the first one. */
  proposal: Proposal | undefined;
  installments: Installment[];
  collected: string;
  /** The seller looks at the page. */
  isPreview: boolean;
  today: string;
}

/** The room of an address, while its link is on. */
export async function openRoomOf({ params, domainOf }: PublicRequest): Promise<OpenRoom | undefined> {
  const token = params['token'] ?? '';
  const named = readRoomToken(token);
  if (!named) return undefined;
  const [room] = await asSystem(() =>
    query<{ id: string; workspaceId: string }>(
      `select r.id, r.workspace_id as "workspaceId" from deal_rooms r
          join workspaces w on w.id = r.workspace_id and w.archived_at is null
          join opportunities o on o.id = r.opportunity_id and o.deleted_at is null
        where r.id = $1 and r.link_number = $2 and r.link_on and r.link_expires_at > now()
          and app_is_on(r.workspace_id, 'opportunities')`,
      [named.id, named.number],
    ),
  );
  if (!room || (domainOf !== undefined && domainOf !== room.workspaceId)) return undefined;
  return { ...room, token };
}

/** Runs in the room’s workspace, without a user; private deals are seen because the link opens them. */
export const insideRoom = <T>({ workspaceId }: OpenRoom, act: () => Promise<T>): Promise<T> =>
  inWorkspace(workspaceId, null, () => withAllRecords(act));

const PROGRAMS = /bot|crawl|spider|preview|scan|monitor|curl|wget|python|headless(?!chrome)/i;
const VISIT_LASTS = 1_800;

/** Counts a visit, once for each reader and half hour. Programs that follow links in mails are no readers. */
async function countVisit({ id, workspaceId }: OpenRoom, { ip, userAgent }: PublicRequest): Promise<void> {
  if (userAgent === '' || PROGRAMS.test(userAgent)) return;
  const reader = sha256(`${ip} ${userAgent}`).slice(0, 24);
  const { count } = await asSystem(() => throttle(`room-visit ${id} ${reader}`, VISIT_LASTS));
  if (count > 1) return;
  await execute(
    'update deal_rooms set visits = visits + 1, last_visit_at = now() where id = $1 and workspace_id = $2',
    [id, workspaceId],
  );
  await publishPaths(workspaceId, [DEAL_ROOMS.rooms]);
}

/** Everything that the page shows. */
export async function loadBuyerRoom(request: PublicRequest): Promise<BuyerRoom | undefined> {
  const open = await openRoomOf(request);
  if (!open) return undefined;
  return insideRoom(open, async () => {
    const isPreview = request.query['preview'] === 'yes';
    const back = request.query['payment'];
    if (back && /^[0-9a-f-]{36}$/.test(back))
      await refreshInstallment(open.id, back).catch((error: unknown) =>
        log().warn({ err: error, installment: back }, 'a payment could not be looked up'),
      );
    if (!isPreview) await countVisit(open, request);
    const room = await selectRow('deal_rooms', ['opportunityId', 'welcome'], { id: open.id });
    const today = await workspaceToday();
    const deal = await readDeal(room!.opportunityId);
    const proposal = (await readProposals(open.id, today)).find(
      ({ state }) => state !== 'draft' && state !== 'withdrawn' && state !== 'replaced',
    );
    if (proposal?.state === 'sent' && proposal.firstSeenAt === null && !isPreview)
      await updateRows('deal_proposals', { firstSeenAt: NOW }, { id: proposal.id, firstSeenAt: null });
    return {
      ...open,
      customer: deal.customer,
      welcome: room!.welcome,
      actions: await readActions(open.id),
      proposal,
      installments: await readInstallments(open.id, today),
      collected: deal.collected,
      isPreview,
      today,
    };
  });
}
