import { sendDownload, sendFile } from '../../../server/http/download.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { dealRooms } from '../contract.ts';
import { addAction, removeAction, updateAction } from './actions.ts';
import { exportStatement, moveCommissions, readStatement, saveSplits } from './commissions.ts';
import { listDeals } from './facts.ts';
import { paymentUrl, receivePayment, refundInstallment, rescheduleInstallment } from './payments.ts';
import { proposalPdf } from './pdf.ts';
import { discardDraft, reviseProposal, saveDraft, sendProposal, withdrawProposal } from './proposals.ts';
import { openRoom, readRoom, saveLink, saveStakeholders, updateRoom } from './rooms.ts';
import { saveSettings } from './settings.ts';
import './room-page.ts';

export const dealRoomRoutes: readonly BoundRoute[] = [
  route(dealRooms.list, ({ query, caller }) => listDeals(query, caller)),
  route(dealRooms.open, ({ body, caller }) => openRoom(body.opportunityId, caller)),
  route(dealRooms.saveSettings, ({ body, caller }) => saveSettings(body, caller)),
  route(dealRooms.get, ({ params, caller }) => readRoom(params.id, caller)),
  route(dealRooms.update, ({ params, body, caller }) => updateRoom(params.id, body, caller)),
  route(dealRooms.link, ({ params, body, caller }) => saveLink(params.id, body, caller)),
  route(dealRooms.stakeholders, ({ params, body, caller }) => saveStakeholders(params.id, body.people, caller)),
  route(dealRooms.addAction, ({ params, body, caller }) => addAction(params.id, body, caller)),
  route(dealRooms.updateAction, ({ params, body, caller }) => updateAction(params.id, body, caller)),
  route(dealRooms.removeAction, ({ params, caller }) => removeAction(params.id, caller)),
  route(dealRooms.saveDraft, ({ params, body, caller }) => saveDraft(params.id, body, caller)),
  route(dealRooms.discardDraft, ({ params, caller }) => discardDraft(params.id, caller)),
  route(dealRooms.send, ({ params, body, caller }) => sendProposal(params.id, body, caller)),
  route(dealRooms.revise, ({ params, caller }) => reviseProposal(params.id, caller)),
  route(dealRooms.withdraw, ({ params, caller }) => withdrawProposal(params.id, caller)),
  route(dealRooms.pdf, async ({ params, reply }) => {
    const { content, name } = await proposalPdf(params.id);
    return sendFile(reply, content, 'application/pdf', name);
  }),
  route(dealRooms.paymentLink, async ({ params }) => ({ url: await paymentUrl(params.id) })),
  route(dealRooms.updateInstallment, ({ params, body, caller }) =>
    rescheduleInstallment(params.id, body.dueDay, caller),
  ),
  route(dealRooms.receive, ({ params, body, caller }) => receivePayment(params.id, body, caller)),
  route(dealRooms.refund, ({ params, body, caller }) => refundInstallment(params.id, body, caller)),
  route(dealRooms.saveSplits, ({ params, body, caller }) => saveSplits(params.id, body, caller)),
  route(dealRooms.commissions, ({ query, caller }) => readStatement(query, caller)),
  route(dealRooms.approveCommissions, ({ body, caller }) => moveCommissions(body.ids, 'approved', caller)),
  route(dealRooms.payCommissions, ({ body, caller }) => moveCommissions(body.ids, 'paid', caller)),
  route(dealRooms.exportCommissions, ({ query, caller, reply }) =>
    sendDownload(reply, exportStatement(query, caller), 'text/csv; charset=utf-8', `commissions-${query.month}.csv`),
  ),
];
