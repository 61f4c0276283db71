import { type BoundRoute, route } from '../../../server/http/route.ts';
import { funnels as api } from '../contract.ts';
import { readFigures } from './figures.ts';
import {
  checkFunnel,
  copyFunnel,
  createFunnel,
  listFunnels,
  listTemplates,
  readFunnel,
  removeFunnel,
  updateFunnel,
} from './funnels.ts';
import { listImages, removeImage, uploadImage } from './images.ts';
import { listOrders } from './order-list.ts';
import { refundOrder } from './order-refunds.ts';
import './order-page.ts';
import './page.ts';
import { readPreview, sharePreview } from './preview.ts';
import { acceptSubmission, listSubmissions } from './submissions.ts';
import { listVersions, publishFunnel, readVersion, restoreVersion, unpublishFunnel } from './versions.ts';

export const funnelRoutes: readonly BoundRoute[] = [
  route(api.list, ({ query }) => listFunnels(query)),
  route(api.templates, () => ({ items: listTemplates() })),
  route(api.create, ({ body }) => createFunnel(body)),
  route(api.get, ({ params }) => readFunnel(params.id)),
  route(api.update, ({ params, body }) => updateFunnel(params.id, body)),
  route(api.remove, ({ params }) => removeFunnel(params.id)),
  route(api.copy, ({ params }) => copyFunnel(params.id)),
  route(api.check, async ({ params }) => ({ items: await checkFunnel(params.id) })),
  route(api.publish, ({ params, body }) => publishFunnel(params.id, body)),
  route(api.unpublish, ({ params }) => unpublishFunnel(params.id)),
  route(api.versions, ({ params, query }) => listVersions(params.id, query)),
  route(api.version, ({ params }) => readVersion(params.id, params.versionId)),
  route(api.restore, ({ params, body }) => restoreVersion(params.id, params.versionId, body.version)),
  route(api.figures, ({ params, query }) => readFigures(params.id, query)),
  route(api.submissions, ({ params, query }) => listSubmissions(params.id, query)),
  route(api.accept, ({ params }) => acceptSubmission(params.id, params.submissionId)),
  route(api.orders, ({ params, query, caller }) => listOrders(params.id, query, caller)),
  route(api.refundOrder, ({ params, body, caller }) => refundOrder(params.id, params.orderId, body, caller)),
  route(api.images, ({ query }) => listImages(query)),
  route(api.uploadImage, ({ query, request }) => uploadImage(query, request)),
  route(api.removeImage, ({ params }) => removeImage(params.id)),
  route(api.sharePreview, ({ params }) => sharePreview(params.id)),
  route(api.preview, ({ params, query, caller, request }) => readPreview(params.id, query.token, caller, request.ip)),
];
