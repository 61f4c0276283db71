import { AppError } from '../../../kernel/errors.ts';
import { currentWorkspaceId } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { answerFromHandset, HANDSET_SENDER, listHandsetMessages } from '../../../server/providers/sms/embedded.ts';
import { requireManager } from '../../../records/server/access/managers.ts';
import { useProvider } from '../../connections/index.ts';
import { texts } from '../contract.ts';
import { broadcasts } from '../contract/broadcasts.ts';
import { TEXTING } from '../paths.ts';
import {
  listBroadcasts,
  pauseBroadcast,
  previewBroadcast,
  readBroadcast,
  resumeBroadcast,
  startBroadcast,
  stopBroadcast,
} from './broadcasts.ts';
import { replyToThread, startThread } from './send.ts';
import { createTemplate, listTemplates, removeTemplate, updateTemplate } from './templates.ts';
import { listMessages, listThreads, markRead, readThread, requireNumber, updateThread } from './threads.ts';

async function status() {
  const { embedded, sender } = await useProvider('sms', currentWorkspaceId(), { purpose: 'message' });
  return { embedded, sender };
}

/** @throws AppError `conflict` once a service is connected: the handset would stand for somebody who exists */
async function requireHandset(): Promise<void> {
  if (!(await status()).embedded)
    throw new AppError('conflict', 'An SMS service is connected, so the simulated handset is off.');
}

export const textRoutes: readonly BoundRoute[] = [
  route(texts.status, status),
  route(texts.threads, ({ query }) => listThreads(query)),
  route(texts.start, ({ body }) => startThread(body)),
  route(texts.thread, ({ params }) => readThread(params.id)),
  route(texts.update, ({ params, body }) => updateThread(params.id, body)),
  route(texts.markRead, ({ params }) => markRead(params.id)),
  route(texts.messages, ({ params, query }) => listMessages(params.id, query)),
  route(texts.reply, ({ params, body }) => replyToThread(params.id, body.text)),
  route(texts.templates, async () => ({ items: await listTemplates() })),
  route(texts.createTemplate, ({ body }) => createTemplate(body)),
  route(texts.updateTemplate, ({ params, body }) => updateTemplate(params.id, body)),
  route(texts.removeTemplate, ({ params }) => removeTemplate(params.id)),
  route(broadcasts.list, async ({ query, caller }) => {
    await requireManager(caller);
    return listBroadcasts(query);
  }),
  route(broadcasts.preview, async ({ body, caller }) => {
    await requireManager(caller);
    return previewBroadcast(body);
  }),
  route(broadcasts.start, async ({ body, caller }) => {
    await requireManager(caller);
    return startBroadcast(body);
  }),
  route(broadcasts.get, async ({ params, caller }) => {
    await requireManager(caller);
    return readBroadcast(params.id);
  }),
  route(broadcasts.pause, async ({ params, caller }) => {
    await requireManager(caller);
    return pauseBroadcast(params.id);
  }),
  route(broadcasts.resume, async ({ params, caller }) => {
    await requireManager(caller);
    return resumeBroadcast(params.id);
  }),
  route(broadcasts.stop, async ({ params, caller }) => {
    await requireManager(caller);
    return stopBroadcast(params.id);
  }),
  route(texts.handset, async ({ query }) => {
    await requireHandset();
    const phone = requireNumber(query.phone, 'phone');
    const items = await listHandsetMessages(currentWorkspaceId(), { limit: query.limit, phone });
    return {
      items: items.map(({ id, direction, text, createdAt }) => ({ id, direction, phone, text, at: createdAt })),
    };
  }),
  route(texts.answerFromHandset, async ({ body }) => {
    await requireHandset();
    const phone = requireNumber(body.phone, 'phone');
    if (phone === HANDSET_SENDER)
      throw new AppError('validation', 'This is the number that texts come from. Enter another one.', {
        field: 'phone',
      });
    const { id } = await answerFromHandset(currentWorkspaceId(), phone, body.text);
    await publishPaths(currentWorkspaceId(), [TEXTING.handset]);
    return { id };
  }),
];
