import { type BoundRoute, route } from '../../../server/http/route.ts';
import { hasModel } from '../../assistants/index.ts';
import { currentWorkspaceId } from '../../../server/db/index.ts';
import {
  mailAccounts,
  mailAssist,
  mailDrafts,
  mailRules,
  mailSignIns,
  mailTemplates,
  mailThreads,
} from '../contract.ts';
import { draftReply, summarizeThread } from './assist.ts';
import { createRule, listRules, removeRule, rulesOfThread, tryRule, updateRule } from './rules.ts';
import { listMailingLists, unsubscribe } from './unsubscribe.ts';
import { connectAccount, disconnectAccount, listAccounts, syncNow, updateAccount } from './accounts.ts';
import { actOnThreads } from './acts.ts';
import { makeLead, readContact } from './contact.ts';
import { resolveDraft, sendDraft, unsendDraft } from './deliver.ts';
import { attachFile, detachFile } from './draft-files.ts';
import { createDraft, listDrafts, readDraft, removeDraft, updateDraft } from './drafts.ts';
import { discoverServers } from './discover.ts';
import { answerInvitation } from './invitations.ts';
import { readThreadDetail, saveAttachment, sendAttachment, sendLetter } from './messages.ts';
import { finishSignIn, listSignIns, startSignIn } from './sign-in.ts';
import { createTemplate, listTemplates, removeTemplate, updateTemplate } from './templates.ts';
import { assignThread, listLabels, listThreads } from './threads.ts';

export const mailRoutes: BoundRoute[] = [
  route(mailAccounts.list, listAccounts),
  route(mailAccounts.connect, ({ body }) => connectAccount(body)),
  route(mailAccounts.discover, ({ body }) => discoverServers(body.address)),
  route(mailAccounts.update, ({ params, body }) => updateAccount(params.id, body)),
  route(mailAccounts.syncNow, ({ params }) => syncNow(params.id)),
  route(mailAccounts.disconnect, ({ params }) => disconnectAccount(params.id)),
  route(mailSignIns.list, listSignIns),
  route(mailSignIns.start, ({ body, caller }) => startSignIn(body, caller.sessionId)),
  route(mailSignIns.finish, ({ body, caller }) => finishSignIn(body, caller.sessionId)),
  route(mailThreads.list, ({ query }) => listThreads(query)),
  route(mailThreads.get, ({ params }) => readThreadDetail(params.id)),
  route(mailThreads.act, ({ body }) => actOnThreads(body)),
  route(mailThreads.assign, ({ params, body }) => assignThread(params.id, body)),
  route(mailThreads.letter, ({ params, query, reply }) => sendLetter(params.id, query.pictures === 'show', reply)),
  route(mailThreads.attachment, ({ params, query, reply }) => sendAttachment(params.id, query.inline === 'yes', reply)),
  route(mailThreads.saveAttachment, ({ params, body }) => saveAttachment(params.id, body)),
  route(mailThreads.answerInvitation, ({ params, body }) => answerInvitation(params.id, body.answer)),
  route(mailThreads.contact, ({ query }) => readContact(query.address)),
  route(mailThreads.makeLead, ({ params }) => makeLead(params.id)),
  route(mailThreads.labels, listLabels),
  route(mailDrafts.list, ({ query }) => listDrafts(query)),
  route(mailDrafts.create, ({ body }) => createDraft(body)),
  route(mailDrafts.get, ({ params }) => readDraft(params.id)),
  route(mailDrafts.update, ({ params, body }) => updateDraft(params.id, body)),
  route(mailDrafts.remove, ({ params }) => removeDraft(params.id)),
  route(mailDrafts.attach, ({ params, request }) => attachFile(params.id, request)),
  route(mailDrafts.detach, ({ params }) => detachFile(params.id, params.attachmentId)),
  route(mailDrafts.send, ({ params, body }) => sendDraft(params.id, body)),
  route(mailDrafts.unsend, ({ params }) => unsendDraft(params.id)),
  route(mailDrafts.resolve, ({ params, body }) => resolveDraft(params.id, body.as)),
  route(mailRules.list, ({ query }) => listRules(query.accountId)),
  route(mailRules.create, ({ body }) => createRule(body)),
  route(mailRules.trial, ({ body }) => tryRule(body.accountId, body.conditions)),
  route(mailRules.update, ({ params, body }) => updateRule(params.id, body)),
  route(mailRules.remove, ({ params }) => removeRule(params.id)),
  route(mailAssist.status, async () => ({ hasModel: await hasModel(currentWorkspaceId()) })),
  route(mailAssist.summary, ({ params }) => summarizeThread(params.id)),
  route(mailAssist.draftReply, ({ params, body }) => draftReply(params.id, body.wish)),
  route(mailAssist.applications, ({ params }) => rulesOfThread(params.id)),
  route(mailAssist.lists, listMailingLists),
  route(mailAssist.unsubscribe, ({ body }) => unsubscribe(body.threadIds)),
  route(mailTemplates.list, async () => ({ items: await listTemplates() })),
  route(mailTemplates.create, ({ body }) => createTemplate(body)),
  route(mailTemplates.update, ({ params, body }) => updateTemplate(params.id, body)),
  route(mailTemplates.remove, ({ params }) => removeTemplate(params.id)),
];
