import { sendDownload } from '../../../server/http/download.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { blockedSites, candidates, crawls, places } from '../contract.ts';
import { addBlockedSite, listBlockedSites, removeBlockedSite } from './blocked-sites.ts';
import {
  dismissCandidates,
  exportCandidates,
  listCandidates,
  readCandidate,
  setNotices,
  submitCandidates,
} from './candidates.ts';
import {
  cancelCrawl,
  createCrawl,
  listCrawls,
  listPages,
  listSites,
  pauseCrawl,
  readCrawl,
  removeCrawl,
  resumeCrawl,
  retryPages,
  startCrawl,
} from './crawls.ts';
import { mergeCandidate, previewCandidateMerge, undoCandidateMerge } from './merge-candidate.ts';
import { hasPlaces, searchPlaces } from './places.ts';

export const leadScraperRoutes: readonly BoundRoute[] = [
  route(crawls.list, ({ query }) => listCrawls(query)),
  route(crawls.create, ({ body }) => createCrawl(body)),
  route(crawls.get, ({ params }) => readCrawl(params.id)),
  route(crawls.remove, ({ params }) => removeCrawl(params.id)),
  route(crawls.start, ({ params }) => startCrawl(params.id)),
  route(crawls.pause, ({ params }) => pauseCrawl(params.id)),
  route(crawls.resume, ({ params }) => resumeCrawl(params.id)),
  route(crawls.cancel, ({ params }) => cancelCrawl(params.id)),
  route(crawls.retryPages, ({ params }) => retryPages(params.id)),
  route(crawls.sites, ({ params, query }) => listSites(params.id, query)),
  route(crawls.pages, ({ params, query }) => listPages(params.id, query)),
  route(crawls.candidates, ({ params, query }) => listCandidates(params.id, query)),
  route(crawls.exportFile, ({ params, reply }) =>
    sendDownload(reply, exportCandidates(params.id), 'text/csv; charset=utf-8', 'candidates.csv'),
  ),
  route(candidates.get, ({ params }) => readCandidate(params.id)),
  route(candidates.previewMerge, ({ params, body }) => previewCandidateMerge(params.id, body)),
  route(candidates.merge, ({ params, body }) => mergeCandidate(params.id, body)),
  route(candidates.undoMerge, ({ params }) => undoCandidateMerge(params.id)),
  route(candidates.submit, ({ body }) => submitCandidates(body.ids)),
  route(candidates.dismiss, ({ body }) => dismissCandidates(body.ids)),
  route(candidates.setNotice, ({ body }) => setNotices(body.ids, body.notice)),
  route(places.status, async () => ({ isConnected: await hasPlaces() })),
  route(places.search, ({ query }) => searchPlaces(query)),
  route(blockedSites.list, async () => ({ items: await listBlockedSites() })),
  route(blockedSites.add, ({ body }) => addBlockedSite(body)),
  route(blockedSites.remove, ({ params }) => removeBlockedSite(params.id)),
];
