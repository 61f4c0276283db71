import { requireManager } from '../../../records/server/access/managers.ts';
import { sendDownload } from '../../../server/http/download.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { credits } from '../contract.ts';
import { createLimit, estimate, grantCredits, removeLimit, revokeGrant, setLowBalance } from './manage.ts';
import { exportEntries, listEntries } from './statement.ts';
import { listWorkspaces, readSummary } from './summary.ts';

export const creditRoutes: BoundRoute[] = [
  route(credits.summary, ({ caller }) => readSummary(caller)),
  route(credits.entries, ({ query }) => listEntries(query)),
  route(credits.export, ({ reply }) =>
    sendDownload(reply, exportEntries(), 'text/csv; charset=utf-8', 'credit-statement.csv'),
  ),
  route(credits.estimate, ({ query, caller }) => estimate(query.feature, query.units, caller)),
  route(credits.lowBalance, async ({ body, caller }) => {
    await requireManager(caller);
    await setLowBalance(body.lowBelow, body.version, caller);
  }),
  route(credits.createLimit, async ({ body, caller }) => {
    await requireManager(caller);
    return { id: await createLimit(body, caller) };
  }),
  route(credits.removeLimit, async ({ params, caller }) => {
    await requireManager(caller);
    await removeLimit(params.id, caller);
  }),
  route(credits.workspaces, async () => ({ items: await listWorkspaces() })),
  route(credits.grant, async ({ body, caller }) => ({ id: await grantCredits(body, caller) })),
  route(credits.revoke, ({ params, caller }) => revokeGrant(params.id, caller)),
];
