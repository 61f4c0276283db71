import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { duplicatePairs } from '../../contract/duplicates.ts';
import './check.ts';
import { decide, listPairs, mergeCertain, readStatus } from './queue.ts';
import { startSearch } from './run.ts';

export const duplicateRoutes: readonly BoundRoute[] = [
  route(duplicatePairs.list, ({ query }) => listPairs(query)),
  route(duplicatePairs.status, () => readStatus()),
  route(duplicatePairs.run, async () => {
    await startSearch();
    return readStatus();
  }),
  route(duplicatePairs.dismiss, ({ params }) => decide(params.id, 'dismissed')),
  route(duplicatePairs.reopen, ({ params }) => decide(params.id, 'open')),
  route(duplicatePairs.mergeCertain, ({ body }) => mergeCertain(body)),
];
