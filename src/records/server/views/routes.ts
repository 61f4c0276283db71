import { type BoundRoute, route } from '../../../server/http/route.ts';
import { customFields, views } from '../../contract/views.ts';
import { ifMatch } from '../if-match.ts';
import {
  createCustomField,
  listCustomFields,
  previewField,
  removeCustomField,
  removedFields,
  updateCustomField,
} from '../custom-fields/custom-fields.ts';
import { createView, listViews, removeView, updateView } from './views.ts';

export const viewRoutes: readonly BoundRoute[] = [
  route(views.list, async ({ query, caller }) => ({ items: await listViews(query.object, caller) })),
  route(views.create, ({ body, caller }) => createView(body, caller)),
  route(views.update, ({ params, body, caller, request }) => updateView(params.id, body, caller, ifMatch(request))),
  route(views.remove, ({ params, caller }) => removeView(params.id, caller)),
  route(customFields.list, async ({ query }) => ({
    items: await listCustomFields(query.object),
    removed: await removedFields(query.object),
  })),
  route(customFields.preview, ({ query }) => previewField(query.object, query.rollup)),
  route(customFields.create, ({ body }) => createCustomField(body)),
  route(customFields.update, ({ params, body, request }) => updateCustomField(params.id, body, ifMatch(request))),
  route(customFields.remove, ({ params }) => removeCustomField(params.id)),
];
