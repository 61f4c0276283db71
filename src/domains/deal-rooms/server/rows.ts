/** Proposals and installments between the database and the contract. */
import { createHash } from 'node:crypto';
import { decimal, minorUnits } from '../../../kernel/money/index.ts';
import { currentWorkspaceId, query, selectRows } from '../../../server/db/index.ts';
import { type Acceptance, type Installment, MAX_PROPOSALS, type Proposal, ProposalContent } from '../contract.ts';
import { proposalTotals } from '../engine/totals.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
export const payableText = (amount: string, currency: string): string => decimal(amount).toFixed(minorUnits(currency));

const PROPOSAL_COLUMNS = [
  'id',
  'roomId',
  'opportunityId',
  'number',
  'state',
  'content',
  'validUntil',
  'sentTo',
  'sentAt',
  'firstSeenAt',
  'declinedAt',
  'declineReason',
  'version',
] as const;

type AcceptanceRow = Omit<Acceptance, 'intact'> & { proposalId: string; document: string };

async function acceptancesOf(proposalIds: readonly string[]): Promise<Map<string, AcceptanceRow>> {
  const rows = await query<AcceptanceRow>(
    `select proposal_id as "proposalId", name, email, consent, accepted_at as "acceptedAt", ip, user_agent as "userAgent",
        sha256, chosen, currency, net::text, total::text, document
      from deal_acceptances where workspace_id = $1 and proposal_id = any($2::uuid[])`,
    [currentWorkspaceId(), proposalIds],
  );
  return new Map(rows.map((row) => [row.proposalId, row]));
}

const shownAcceptance = ({ proposalId: _proposalId, document, ...row }: AcceptanceRow): Acceptance => ({
  ...row,
  net: payableText(row.net, row.currency),
  total: payableText(row.total, row.currency),
  intact: sha256(document) === row.sha256,
});

type ProposalRow = Awaited<ReturnType<typeof proposalRows>>[number];
const proposalRows = (where: { roomId: string } | { id: string }) =>
  selectRows(
    'deal_proposals',
    PROPOSAL_COLUMNS,
    { workspaceId: currentWorkspaceId(), ...where },
    { orderBy: ['-number'], limit: MAX_PROPOSALS },
  );

function shownProposal(row: ProposalRow, acceptance: AcceptanceRow | undefined, today: string): Proposal {
  const { roomId: _roomId, opportunityId: _opportunityId, ...rest } = row;
  const content = ProposalContent.parse(row.content);
  const optional = new Set(content.lines.filter((line) => line.optional).map(({ id }) => id));
  const isOver = row.state === 'sent' && row.validUntil !== null && row.validUntil < today;
  return {
    ...rest,
    state: isOver ? 'expired' : (row.state as Proposal['state']),
    content,
    totals: {
      least: proposalTotals(content.lines, new Set(), content.currency),
      most: proposalTotals(content.lines, optional, content.currency),
    },
    sentTo: row.sentTo as Proposal['sentTo'],
    acceptance: acceptance ? shownAcceptance(acceptance) : null,
  };
}

/** The newest first. */
export async function readProposals(roomId: string, today: string): Promise<Proposal[]> {
  const rows = await proposalRows({ roomId });
  const accepted = await acceptancesOf(rows.map(({ id }) => id));
  return rows.map((row) => shownProposal(row, accepted.get(row.id), today));
}

/** @returns undefined where there is none */
export async function readProposal(
  id: string,
  today: string,
): Promise<{ roomId: string; opportunityId: string; proposal: Proposal } | undefined> {
  const [row] = await proposalRows({ id });
  if (!row) return undefined;
  const accepted = await acceptancesOf([id]);
  const { roomId, opportunityId } = row;
  return { roomId, opportunityId, proposal: shownProposal(row, accepted.get(id), today) };
}

const INSTALLMENT_COLUMNS = [
  'id',
  'roomId',
  'opportunityId',
  'label',
  'amount',
  'currency',
  'dueDay',
  'milestone',
  'paymentId',
  'paid',
  'refunded',
  'paidAt',
  'method',
  'note',
  'reminders',
] as const;

export const installmentRows = (where: { roomId: string } | { id: string }, lock = false) =>
  selectRows(
    'deal_installments',
    INSTALLMENT_COLUMNS,
    { workspaceId: currentWorkspaceId(), ...where },
    { orderBy: ['position'], ...(lock && { lock: 'update' }) },
  );
export type InstallmentRow = Awaited<ReturnType<typeof installmentRows>>[number];

export function stateOfInstallment({ paid, refunded, dueDay }: InstallmentRow, today: string): Installment['state'] {
  if (decimal(paid).gt(0n)) return decimal(refunded).gte(paid) ? 'refunded' : 'paid';
  if (dueDay === null || dueDay > today) return 'waiting';
  return dueDay < today ? 'overdue' : 'due';
}

export async function readInstallments(roomId: string, today: string): Promise<Installment[]> {
  return (await installmentRows({ roomId })).map((row) => ({
    id: row.id,
    label: row.label,
    amount: payableText(row.amount, row.currency),
    currency: row.currency,
    dueDay: row.dueDay,
    milestone: row.milestone,
    state: stateOfInstallment(row, today),
    paidAt: row.paidAt,
    refunded: payableText(row.refunded, row.currency),
    method: row.method,
    note: row.note,
    reminders: row.reminders,
  }));
}
