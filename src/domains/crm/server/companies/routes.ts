import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { companies } from '../../contract.ts';
import { ifMatch } from '../if-match.ts';
import { createCompany, getCompany, listCompanies, removeCompany, updateCompany } from './companies.ts';

export const companyRoutes: readonly BoundRoute[] = [
  route(companies.list, ({ query }) => listCompanies(query)),
  route(companies.create, ({ body }) => createCompany(body)),
  route(companies.get, ({ params }) => getCompany(params.id)),
  route(companies.update, ({ params, body, request }) => updateCompany(params.id, body, ifMatch(request))),
  route(companies.remove, ({ params }) => removeCompany(params.id)),
];
