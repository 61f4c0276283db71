/** Proposals: drafts, sending, versions. A sent version never changes; see the trigger in the migration. */
import type * as z from 'zod';
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { isCurrency } from '../../../kernel/money/index.ts';
import { newId } from '../../../kernel/ids.ts';
import { workspaceToday } from '../../../records/server/workspace.ts';
import {
  currentUserId,
  currentWorkspaceId,
  deleteRows,
  insertRow,
  NOW,
  query,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { sendMessage } from '../../messaging/index.ts';
import {
  type DealRoom,
  MAX_PROPOSALS,
  type Proposal,
  type ProposalContent,
  type ProposalDraft,
  type SendProposalEntry,
} from '../contract.ts';
import { installmentAmounts } from '../engine/plan.ts';
import { proposalTotals } from '../engine/totals.ts';
import { roomUrl } from './link.ts';
import { readStakeholders, readRoom, requireRoom, setLink, tellOfRoom } from './rooms.ts';
import { readProposal } from './rows.ts';

/** Days for which a proposal’s link is on when no one turned it on before. */
const LINK_DAYS = 90;

/** @throws AppError `not_found`, `stale`, `validation` */
export function saveDraft(
  id: string,
  { content, validUntil, version }: z.output<typeof ProposalDraft>,
  caller: Caller,
): Promise<DealRoom> {
  if (!isCurrency(content.currency)) throw invalid('content.currency', 'Enter a currency such as USD.');
  return transaction(async () => {
    const room = await requireRoom(id, true);
    const workspaceId = currentWorkspaceId();
    const draft = await selectRow('deal_proposals', ['id', 'version'], { roomId: id, workspaceId, state: 'draft' });
    if ((draft?.version ?? null) !== version)
      throw new AppError('stale', 'Someone changed this draft in the meantime. Reload the page to see it.');
    if (draft)
      await updateRows(
        'deal_proposals',
        { content, validUntil, version: draft.version + 1, updatedAt: NOW },
        { id: draft.id },
      );
    else await insertDraft(room, content, validUntil);
    await tellOfRoom(room, 'draft_saved');
    return readRoom(id, caller);
  });
}

async function insertDraft(
  room: { id: string; opportunityId: string },
  content: ProposalContent,
  validUntil: string | null,
): Promise<void> {
  const [last] = await query<{ number: number }>(
    'select coalesce(max(number), 0) as number from deal_proposals where workspace_id = $1 and room_id = $2',
    [currentWorkspaceId(), room.id],
  );
  if (last!.number >= MAX_PROPOSALS)
    throw new AppError('conflict', `A room has at most ${MAX_PROPOSALS} versions of its proposal.`);
  await insertRow('deal_proposals', {
    id: newId(),
    workspaceId: currentWorkspaceId(),
    opportunityId: room.opportunityId,
    roomId: room.id,
    number: last!.number + 1,
    content,
    validUntil,
    createdBy: currentUserId(),
  });
}

/** @throws AppError `not_found` when there is none */
export function discardDraft(id: string, caller: Caller): Promise<DealRoom> {
  return transaction(async () => {
    const room = await requireRoom(id, true);
    const gone = await deleteRows('deal_proposals', { roomId: id, workspaceId: currentWorkspaceId(), state: 'draft' });
    if (gone === 0) throw notFound('The draft');
    await tellOfRoom(room, 'draft_discarded');
    return readRoom(id, caller);
  });
}

/** @throws AppError `not_found` */
export async function requireProposal(id: string) {
  const found = await readProposal(id, await workspaceToday());
  if (!found) throw notFound('The proposal');
  return found;
}

/** Why a draft cannot be sent, whatever the buyer chooses. @throws AppError `validation` */
function requireSendable({ content, validUntil }: Proposal, today: string): void {
  if (validUntil !== null && validUntil < today) throw invalid('validUntil', 'Choose a last day that is not over.');
  if (content.lines.length === 0) throw invalid('lines', 'Add an item before you send the proposal.');
  const optional = content.lines.filter((line) => line.optional).map(({ id }) => id);
  for (const chosen of [[], optional]) {
    const { total } = proposalTotals(content.lines, new Set(chosen), content.currency);
    if (Number(total) <= 0) throw invalid('lines', 'Without optional items the total is zero. Add a price.');
    const plan = installmentAmounts(content.plan, total, content.currency);
    if ('problem' in plan)
      throw invalid(
        'plan',
        optional.length > 0 && chosen.length > 0 ? `With all options: ${plan.problem.message}` : plan.problem.message,
      );
  }
  for (const item of content.plan) {
    if (item.when === 'day' && item.day === undefined) throw invalid('plan', `Choose the day of “${item.label}”.`);
    if (item.when === 'milestone' && !item.milestone) throw invalid('plan', `Enter the milestone of “${item.label}”.`);
  }
}

/**
 * Sends a draft: it replaces an open version, and each person gets the room’s link.
 * @throws AppError `not_found`, `validation`, `stale`; `conflict` for what is no draft, or an accepted proposal
 */
export function sendProposal(
  id: string,
  { version, contactIds, subject, text }: z.output<typeof SendProposalEntry>,
  caller: Caller,
): Promise<DealRoom> {
  return transaction(async () => {
    const { roomId, proposal } = await requireProposal(id);
    const room = await requireRoom(roomId, true);
    if (proposal.state !== 'draft') throw new AppError('conflict', 'This version was sent already.');
    if (proposal.version !== version)
      throw new AppError('stale', 'Someone changed this draft in the meantime. Check it, then send it.');
    requireSendable(proposal, await workspaceToday());
    const people = (await readStakeholders(room.opportunityId)).filter(({ contact }) =>
      contactIds.includes(contact.id),
    );
    const unreachable = people.find(({ email }) => email === '');
    if (people.length < contactIds.length) throw invalid('contactIds', 'Choose people who are in the deal.');
    if (unreachable) throw invalid('contactIds', `${unreachable.contact.name} has no email address.`);
    const workspaceId = currentWorkspaceId();
    if (await selectRow('deal_proposals', ['id'], { roomId, workspaceId, state: 'accepted' }))
      throw new AppError('conflict', 'The buyer has accepted a proposal. Open another deal for more.');
    await updateRows('deal_proposals', { state: 'replaced' }, { roomId, workspaceId, state: 'sent' });
    const sentTo = people.map(({ contact, email }) => ({ name: contact.name, email }));
    await updateRows('deal_proposals', { state: 'sent', sentTo, sentAt: NOW, version: version + 1 }, { id });
    const isOpen = room.linkOn && room.linkExpiresAt !== null && Date.parse(room.linkExpiresAt) > Date.now();
    if (!isOpen) await setLink(room, { on: true, days: LINK_DAYS, renew: false });
    const url = await roomUrl(workspaceId, roomId, room.linkNumber);
    for (const { contact, email } of people)
      await sendMessage({
        workspaceId,
        channel: 'email',
        purpose: 'transactional',
        to: { address: email, name: contact.name, contactId: contact.id },
        subject,
        text: `${text}\n\n${url}`,
        key: `deal-proposal:${id}:${contact.id}`,
        origin: { type: 'deal_room', id: roomId, label: proposal.content.title },
      });
    const names = sentTo.map(({ name }) => name).join(', ');
    await tellOfRoom(room, 'proposal_sent', `Proposal version ${proposal.number} sent to ${names}`, { proposalId: id });
    return readRoom(roomId, caller);
  });
}

/** A new draft with the content of a version. @throws AppError `not_found`; `conflict` where a draft is there */
export function reviseProposal(id: string, caller: Caller): Promise<DealRoom> {
  return transaction(async () => {
    const { roomId, proposal } = await requireProposal(id);
    const room = await requireRoom(roomId, true);
    if (proposal.state === 'accepted')
      throw new AppError('conflict', 'The buyer has accepted this version, so it stays as it is.');
    if (await selectRow('deal_proposals', ['id'], { roomId, workspaceId: currentWorkspaceId(), state: 'draft' }))
      throw new AppError('conflict', 'There is a draft already. Send or discard it first.');
    const isOver = proposal.validUntil !== null && proposal.validUntil < (await workspaceToday());
    await insertDraft(room, proposal.content, isOver ? null : proposal.validUntil);
    await tellOfRoom(room, 'draft_saved');
    return readRoom(roomId, caller);
  });
}

/** @throws AppError `not_found`; `conflict` for one that is not open */
export function withdrawProposal(id: string, caller: Caller): Promise<DealRoom> {
  return transaction(async () => {
    const { roomId, proposal } = await requireProposal(id);
    const room = await requireRoom(roomId, true);
    const changed = await updateRows(
      'deal_proposals',
      { state: 'withdrawn' },
      { id, workspaceId: currentWorkspaceId(), state: 'sent' },
    );
    if (changed === 0)
      throw new AppError('conflict', 'Only a proposal that is waiting for the buyer can be withdrawn.');
    await tellOfRoom(room, 'proposal_withdrawn', `Proposal version ${proposal.number} withdrawn`);
    return readRoom(roomId, caller);
  });
}
