import { asSystem } from '../../../server/db/index.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { administrators } from '../../identity/index.ts';
import { support } from '../contract.ts';
import { createReply, listReplies, removeReply, updateReply } from './replies.ts';
import { listInbox, listOwn } from './rows.ts';
import { begin, get, markRead, messagesOf, send, summary, update } from './service.ts';

export function supportRoutes(): BoundRoute[] {
  return [
    route(support.summary, ({ caller }) => summary(caller)),
    route(support.list, ({ caller, query }) => asSystem(() => listOwn(caller, query))),
    route(support.create, ({ caller, body }) => begin(caller, body)),
    route(support.get, ({ caller, params }) => get(params.id, caller)),
    route(support.update, ({ caller, params, body }) => update(params.id, caller, body)),
    route(support.messages, ({ caller, params, query }) => messagesOf(params.id, caller, query)),
    route(support.send, ({ caller, params, body }) => send(params.id, caller, body.text)),
    route(support.read, ({ caller, params, body }) => markRead(params.id, caller, body.upTo)),
    route(support.inbox, ({ caller, query: { part, ...request } }) => asSystem(() => listInbox(caller, part, request))),
    route(support.people, async () => ({ items: await asSystem(administrators) })),
    route(support.replies, async () => ({ items: await listReplies() })),
    route(support.createReply, ({ body }) => createReply(body)),
    route(support.updateReply, ({ params, body }) => updateReply(params.id, body)),
    route(support.removeReply, ({ params }) => removeReply(params.id)),
  ];
}
