import { type BoundRoute, route } from '../../../server/http/route.ts';
import { hits, mutes, watches } from '../contract.ts';
import { archiveHits, draftReply, listHits, makeLead, markPosted, readHit, restoreHits, snoozeHits } from './hits.ts';
import { addMute, listMutes, removeMute } from './mutes.ts';
import { createWatch, importPosts, listWatches, readWatch, removeWatch, scanNow, updateWatch } from './watches.ts';

export const socialScannerRoutes: readonly BoundRoute[] = [
  route(watches.list, () => listWatches()),
  route(watches.create, ({ body }) => createWatch(body)),
  route(watches.get, ({ params }) => readWatch(params.id)),
  route(watches.update, ({ params, body }) => updateWatch(params.id, body)),
  route(watches.remove, ({ params }) => removeWatch(params.id)),
  route(watches.scan, ({ params }) => scanNow(params.id)),
  route(watches.importPosts, ({ params, body }) => importPosts(params.id, body)),
  route(hits.list, ({ query }) => listHits(query)),
  route(hits.get, ({ params }) => readHit(params.id)),
  route(hits.makeLead, ({ params }) => makeLead(params.id)),
  route(hits.draftReply, ({ params, body }) => draftReply(params.id, body.text)),
  route(hits.markPosted, ({ params }) => markPosted(params.id)),
  route(hits.archive, ({ body }) => archiveHits(body.ids)),
  route(hits.snooze, ({ body }) => snoozeHits(body.ids, body.until)),
  route(hits.restore, ({ body }) => restoreHits(body.ids)),
  route(mutes.list, ({ query }) => listMutes(query)),
  route(mutes.add, ({ body }) => addMute(body)),
  route(mutes.remove, ({ params }) => removeMute(params.id)),
];
