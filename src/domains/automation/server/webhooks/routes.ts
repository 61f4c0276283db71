import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { webhooks } from '../../contract/webhooks.ts';
import {
  createEndpoint,
  getEndpoint,
  getMessage,
  listEndpoints,
  listMessages,
  removeEndpoint,
  replayMessage,
  replaySpan,
  rotateSecret,
  sendTest,
  showSecret,
  updateEndpoint,
} from './endpoints.ts';

export function webhookRoutes(): BoundRoute[] {
  return [
    route(webhooks.list, async () => ({ items: await listEndpoints() })),
    route(webhooks.create, ({ body }) => createEndpoint(body)),
    route(webhooks.get, ({ params }) => getEndpoint(params.id)),
    route(webhooks.update, ({ params, body }) => updateEndpoint(params.id, body)),
    route(webhooks.remove, ({ params }) => removeEndpoint(params.id)),
    route(webhooks.secret, ({ params }) => showSecret(params.id)),
    route(webhooks.rotate, ({ params }) => rotateSecret(params.id)),
    route(webhooks.test, ({ params }) => sendTest(params.id)),
    route(webhooks.replaySpan, ({ params, body }) => replaySpan(params.id, body)),
    route(webhooks.messages, ({ params, query }) => listMessages(params.id, query)),
    route(webhooks.message, ({ params }) => getMessage(params.id)),
    route(webhooks.replay, ({ params }) => replayMessage(params.id)),
  ];
}
