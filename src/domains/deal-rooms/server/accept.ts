/** The buyer’s answer: acceptance with its proof, or a decline. */
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { workspaceToday } from '../../../records/server/workspace.ts';
import {
  currentWorkspaceId,
  insertRow,
  insertRows,
  NOW,
  query,
  savepoint,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { log } from '../../../server/observability/log.ts';
import { sendMessage } from '../../messaging/index.ts';
import { aimAtStage, followAim, readWholeRecord, updateRecord } from '../../crm/index.ts';
import type { Proposal } from '../contract.ts';
import { signedDocument, type SignedDocument } from '../engine/document.ts';
import { chosenLines } from '../engine/totals.ts';
import { readDeal } from './facts.ts';
import { roomUrl } from './link.ts';
import { tellOwner } from './notify.ts';
import { requireRoom, tellOfRoom } from './rooms.ts';
import { readProposal, sha256 } from './rows.ts';

export interface Signature {
  name: string;
  email: string;
  /** Hash of the document that the buyer was shown. */
  sha256: string;
  chosen: readonly string[];
  ip: string;
  userAgent: string;
}

export async function workspaceName(): Promise<string> {
  const [row] = await query<{ name: string }>('select name from present_workspace', []);
  return row?.name ?? '';
}

/** The document that the buyer would sign with these options. Unknown and required items cannot be chosen. */
export async function documentOf(
  proposal: Proposal,
  customer: string,
  chosen: readonly string[],
): Promise<SignedDocument & { sha256: string; chosen: string[] }> {
  const wanted = new Set(chosen);
  const taken = proposal.content.lines.filter(({ id, optional }) => optional && wanted.has(id)).map(({ id }) => id);
  const made = signedDocument(proposal.content, new Set(taken), {
    seller: await workspaceName(),
    customer,
    number: proposal.number,
    validUntil: proposal.validUntil,
  });
  return { ...made, sha256: sha256(made.text), chosen: taken };
}

/** @throws AppError `conflict` for one that is not open any more */
async function openProposal(roomId: string, id: string): Promise<Proposal> {
  const found = await readProposal(id, await workspaceToday());
  if (found?.roomId !== roomId) throw new AppError('not_found', 'This proposal is not here.');
  const { proposal } = found;
  if (proposal.state === 'expired') throw new AppError('conflict', 'This proposal has expired. Ask for a new one.');
  if (proposal.state !== 'sent') throw new AppError('conflict', 'This proposal is not open any more.');
  return proposal;
}

/**
 * Accepts a proposal: keeps the signed text with its hash, makes the payment plan, and moves the deal to won where its
 * rules allow. Runs in the workspace, without a user.
 * @throws AppError `conflict` for a proposal that is not open, or a document that changed since it was shown
 */
export function acceptProposal(roomId: string, id: string, signature: Signature): Promise<void> {
  return transaction(async () => {
    const room = await requireRoom(roomId, true);
    const proposal = await openProposal(roomId, id);
    const deal = await readDeal(room.opportunityId);
    const made = await documentOf(proposal, deal.customer, signature.chosen);
    if (made.sha256 !== signature.sha256)
      throw new AppError('conflict', 'The document changed since you opened it. Review it again.');
    const { currency, consent } = proposal.content;
    const { opportunityId } = room;
    const workspaceId = currentWorkspaceId();
    await updateRows('deal_proposals', { state: 'accepted', version: proposal.version + 1 }, { id });
    await insertRow('deal_acceptances', {
      id: newId(),
      workspaceId,
      opportunityId,
      proposalId: id,
      name: signature.name,
      email: signature.email,
      consent,
      document: made.text,
      sha256: made.sha256,
      chosen: made.chosen,
      currency,
      net: made.totals.net,
      total: made.totals.total,
      ip: signature.ip,
      userAgent: signature.userAgent,
      acceptedAt: new Date().toISOString(),
    });
    await makeInstallments({ roomId, opportunityId, proposal, amounts: made.installments.map(({ amount }) => amount) });
    const total = `${made.totals.total} ${currency}`;
    await tellOfRoom(
      room,
      'proposal_accepted',
      `${signature.name} accepted proposal version ${proposal.number} for ${total}`,
      { proposalId: id, total: made.totals.total, currency },
    );
    const moved = await winDeal(opportunityId, proposal, made.chosen);
    await tellOwner(room, {
      title: `${deal.name}: proposal accepted for ${total}`,
      body: `Signed by ${signature.name}.${moved ? '' : ' The opportunity was not moved to won: check what its stage asks for.'}`,
      key: `deal-accepted:${id}`,
    });
    if (signature.email) await sendCopy(room, signature, proposal);
  });
}

async function makeInstallments({
  roomId,
  opportunityId,
  proposal,
  amounts,
}: {
  roomId: string;
  opportunityId: string;
  proposal: Proposal;
  amounts: readonly string[];
}): Promise<void> {
  const today = await workspaceToday();
  const { plan, currency } = proposal.content;
  await insertRows(
    'deal_installments',
    plan.map((item, position) => ({
      id: newId(),
      workspaceId: currentWorkspaceId(),
      opportunityId,
      roomId,
      proposalId: proposal.id,
      position,
      label: item.label,
      amount: amounts[position]!,
      currency,
      dueDay: item.when === 'acceptance' ? today : item.when === 'day' ? item.day! : null,
      milestone: item.when === 'milestone' ? item.milestone! : '',
    })),
  );
}

/** Writes what was agreed into the opportunity, and moves it to the first won stage. @returns whether it is won */
async function winDeal(opportunityId: string, { content }: Proposal, chosen: readonly string[]): Promise<boolean> {
  const lines = chosenLines(content.lines, new Set(chosen)).map(({ product, quantity, unitPrice, discount, tax }) => ({
    product,
    quantity,
    unitPrice,
    discount,
    tax,
  }));
  try {
    return await savepoint(async () => {
      const record = await readWholeRecord('opportunity', opportunityId);
      if (!record) return false;
      await updateRecord('opportunity', opportunityId, {
        version: record['version'],
        currency: content.currency,
        lines,
      });
      const [stage] = await query<{ id: string }>(
        `select s.id from stages s join opportunities o on o.pipeline_id = s.pipeline_id
          where o.id = $2 and o.workspace_id = $1 and s.outcome = 'won' order by s.position limit 1`,
        [currentWorkspaceId(), opportunityId],
      );
      if (record['state'] === 'won') return true;
      if (!stage) return false;
      await followAim(opportunityId, await aimAtStage(opportunityId, stage.id, ''));
      return true;
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log().info({ opportunity: opportunityId, why: error.message }, 'an accepted deal was not moved to won');
    return false;
  }
}

async function sendCopy(
  room: { id: string; linkNumber: number },
  { name, email }: Signature,
  { id, content }: Proposal,
): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const url = await roomUrl(workspaceId, room.id, room.linkNumber);
  await sendMessage({
    workspaceId,
    channel: 'email',
    purpose: 'transactional',
    to: { address: email, name },
    subject: `You accepted “${content.title}”`,
    text: `Hi ${name},\n\nyou accepted “${content.title}”. Your copy and its certificate are here:\n\n${url}`,
    key: `deal-copy:${id}`,
    origin: { type: 'deal_room', id: room.id, label: content.title },
  });
}

/** @throws AppError `conflict` for one that is not open any more */
export function declineProposal(roomId: string, id: string, reason: string): Promise<void> {
  return transaction(async () => {
    const room = await requireRoom(roomId, true);
    const proposal = await openProposal(roomId, id);
    await updateRows('deal_proposals', { state: 'declined', declinedAt: NOW, declineReason: reason }, { id });
    await tellOfRoom(
      room,
      'proposal_declined',
      `Buyer declined proposal version ${proposal.number}: ${reason}`.slice(0, 500),
      { proposalId: id },
    );
    const { name } = await readDeal(room.opportunityId);
    await tellOwner(room, { title: `${name}: proposal declined`, body: reason, key: `deal-declined:${id}` });
  });
}
