import { networkOf } from '../../../../server/http/request-path.ts';
import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { AppError } from '../../../../kernel/errors.ts';
import { asSystem } from '../../../../server/db/index.ts';
import { throttle } from '../../../../server/http/rate-limit.ts';
import { activities, activityBulkCalls } from '../../contract/activities.ts';
import { invitations } from '../../contract/invitations.ts';
import { recordCalls } from '../../../../records/contract/record-calls.ts';
import { sendDownload } from '../../../../server/http/download.ts';
import { ifMatch } from '../../../../records/server/if-match.ts';
import { bulkRoutes } from '../../../../records/server/bulk/bulk.ts';
import { listRecords, neighboursOf } from '../../../../records/server/list/list.ts';
import { recordRoutes } from '../../../../records/server/routes.ts';
import { pickedOf } from '../../../../records/server/list/selection.ts';
import { sumsRoute } from '../../../../records/server/list/column-totals.ts';
import { activityBulk } from './bulk.ts';
import { sendEvent } from './calendar-events.ts';
import { activityFacets, exportActivities } from './export.ts';
import { answerInvitation, invite, readInvitation } from './invitations.ts';
import { readCalendar, readMyDay } from './calendar.ts';
import { activityKind, selectionOf } from './kind.ts';
import {
  cancelActivity,
  completeActivity,
  createActivity,
  getActivity,
  openOccurrence,
  removeActivity,
  reopenActivity,
  restoreActivity,
  snoozeActivity,
  updateActivity,
} from './service.ts';

const WINDOW = 600;
const TRIES = 120;

/** Links of invitations are opened by people without an account: no one gets to try many. */
async function slowDown(address: string): Promise<void> {
  const { count, retryAfter } = await asSystem(() => throttle(`invitation:address:${networkOf(address)}`, WINDOW));
  if (count > TRIES) throw new AppError('rate_limited', 'Too many tries. Please wait a little.', { retryAfter });
}

export const activityRoutes: readonly BoundRoute[] = [
  route(activities.list, ({ query }) =>
    listRecords(activityKind, {
      ...selectionOf(query),
      sort: query.sort,
      cursor: query.cursor,
      limit: query.limit,
      total: query.total === '1',
    }),
  ),
  route(activities.facets, () => activityFacets()),
  route(activities.exportFile, async ({ query, reply }) =>
    sendDownload(
      reply,
      await exportActivities({ ...selectionOf(query), ...pickedOf(query), sort: query.sort }, query.columns),
      'text/csv; charset=utf-8',
      'activities.csv',
    ),
  ),
  route(activities.neighbours, ({ params, query }) =>
    neighboursOf(activityKind, params.id, { ...selectionOf(query), sort: query.sort }),
  ),
  route(activities.create, ({ body }) => createActivity(body)),
  route(activities.calendar, ({ query }) =>
    readCalendar({
      ...selectionOf(query),
      from: query.from,
      until: query.until,
      perDay: query.perDay,
      zone: query.zone,
    }),
  ),
  route(activities.myDay, ({ query }) => readMyDay(query.zone)),
  route(activities.occurrence, ({ params, body }) => openOccurrence(params.id, body.occurs)),
  route(activities.get, ({ params, query }) => getActivity(params.id, query.trash === '1')),
  route(activities.event, async ({ params, reply }) => sendEvent(await getActivity(params.id), reply)),
  route(activities.update, ({ params, body, request }) => updateActivity(params.id, body, ifMatch(request))),
  route(activities.remove, ({ params, query }) => removeActivity(params.id, query.apply)),
  route(activities.restore, ({ params }) => restoreActivity(params.id)),
  route(activities.complete, ({ params, body }) => completeActivity(params.id, body)),
  route(activities.reopen, ({ params }) => reopenActivity(params.id)),
  route(activities.cancel, ({ params }) => cancelActivity(params.id)),
  route(activities.snooze, ({ params, body }) => snoozeActivity(params.id, body)),
  route(invitations.send, ({ params, body }) => invite(params.id, body.attendeeIds)),
  route(invitations.get, async ({ query, request }) => {
    await slowDown(request.ip);
    return readInvitation(query.token);
  }),
  route(invitations.answer, async ({ body, request }) => {
    await slowDown(request.ip);
    return answerInvitation(body.token, body.answer);
  }),
  ...bulkRoutes(activityBulkCalls, activityBulk),
  sumsRoute('activity', activityKind),
  ...recordRoutes(recordCalls('activity'), activityKind),
];
