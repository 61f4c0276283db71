import { notFound } from '../../../kernel/errors.ts';
import { requireManager } from '../../../records/server/access/managers.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { useSites, workspaceOfHost } from '../../../server/public/site.ts';
import { publicPagesApi as api } from '../contract.ts';
import { addDomain, checkDomain, listDomains, removeDomain, verifiedDomains } from './domains.ts';
import { readSite, saveSite, siteOf } from './site.ts';

useSites({ siteOf, domains: verifiedDomains });

export const publicPagesRoutes: readonly BoundRoute[] = [
  route(api.site, async ({ caller }) => {
    await requireManager(caller);
    return readSite();
  }),
  route(api.saveSite, async ({ body, caller }) => {
    await requireManager(caller);
    return saveSite(body);
  }),
  route(api.domains, async ({ caller }) => {
    await requireManager(caller);
    return { items: await listDomains() };
  }),
  route(api.addDomain, async ({ body, caller }) => {
    await requireManager(caller);
    return addDomain(body.host);
  }),
  route(api.checkDomain, async ({ params, caller }) => {
    await requireManager(caller);
    return checkDomain(params.id);
  }),
  route(api.removeDomain, async ({ params, caller }) => {
    await requireManager(caller);
    await removeDomain(params.id);
  }),
  route(api.isOurs, async ({ query }) => {
    if ((await workspaceOfHost(query.domain)) === undefined) throw notFound('The domain');
  }),
];
