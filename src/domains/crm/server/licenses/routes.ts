import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { businessLicenses } from '../../contract.ts';
import { RECORD_CALLS } from '../../../../records/contract/record-calls.ts';
import { ifMatch } from '../../../../records/server/if-match.ts';
import { createLicense, getLicense, listLicenses, moveLicense, updateLicense } from './licenses.ts';
import { recordRoutes } from '../../../../records/server/routes.ts';
import { licenseRecord } from './record.ts';
import { renewLicense, undoRenewal } from './renewals.ts';

export const licenseRoutes: readonly BoundRoute[] = [
  route(businessLicenses.list, async ({ query }) => ({ items: await listLicenses(query.trash === '1') })),
  route(businessLicenses.create, ({ body }) => createLicense(body)),
  route(businessLicenses.get, ({ params }) => getLicense(params.id)),
  route(businessLicenses.update, ({ params, body, request }) => updateLicense(params.id, body, ifMatch(request))),
  route(businessLicenses.remove, async ({ params }) => void (await moveLicense(params.id, true))),
  route(businessLicenses.restore, ({ params }) => moveLicense(params.id, false)),
  route(businessLicenses.renew, ({ params, body, request }) => renewLicense(params.id, body, ifMatch(request))),
  route(businessLicenses.undoRenewal, ({ params }) => undoRenewal(params.id, params.termId)),
  ...recordRoutes(RECORD_CALLS.business_license, licenseRecord),
];
