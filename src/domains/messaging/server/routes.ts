import { requireManager } from '../../../records/server/access/managers.ts';
import { type BoundRoute, route } from '../../../server/http/route.ts';
import { messaging as api } from '../contract.ts';
import { normalizeAddress } from './addresses.ts';
import { recordConsent, suppress, unsuppress } from './consent.ts';
import { resolveUnknown } from './deliver.ts';
import { addSendingDomain, checkSendingDomain, listSendingDomains, removeSendingDomain } from './domains.ts';
import { receiveMailReport } from './inbound.ts';
import { listMessages, listSuppressions, readConsent, readConsentEvent, readMessage } from './lists.ts';
import './pages.ts';
import { planMessages } from './send.ts';
import { readSettings, saveSettings, withInbound } from './settings.ts';

export const messagingRoutes: readonly BoundRoute[] = [
  route(api.settings, async ({ caller }) => {
    await requireManager(caller);
    return withInbound(await readSettings());
  }),
  route(api.saveSettings, async ({ body, caller }) => {
    await requireManager(caller);
    return withInbound(await saveSettings(body));
  }),
  route(api.messages, ({ query }) => listMessages(query)),
  route(api.resolve, async ({ params, body, caller }) => {
    await requireManager(caller);
    await resolveUnknown(params.id, body.as);
    return readMessage(params.id);
  }),
  route(api.suppressions, async ({ query, caller }) => {
    await requireManager(caller);
    return listSuppressions(query);
  }),
  route(api.suppress, async ({ body, caller }) => {
    await requireManager(caller);
    const read = body.addresses.map((text) => ({ text, address: normalizeAddress(body.channel, text) }));
    const addresses = [...new Set(read.flatMap(({ address }) => address ?? []))];
    const reason = body.addresses.length > 1 ? 'imported' : 'manual';
    const added =
      addresses.length > 0
        ? await suppress(body.channel, addresses, reason, { note: body.note, by: caller.userId })
        : 0;
    return {
      added,
      known: addresses.length - added,
      invalid: read.filter(({ address }) => address === undefined).map(({ text }) => text),
    };
  }),
  route(api.unsuppress, async ({ params, caller }) => {
    await requireManager(caller);
    await unsuppress(params.id);
  }),
  route(api.consent, ({ query }) => readConsent(query)),
  route(api.recordConsent, async ({ body, caller }) =>
    readConsentEvent(await recordConsent({ ...body, source: 'person', recordedBy: caller.userId })),
  ),
  route(api.plan, async ({ query, caller }) => {
    await requireManager(caller);
    return planMessages(query);
  }),
  route(api.domains, async ({ caller }) => {
    await requireManager(caller);
    return { items: await listSendingDomains() };
  }),
  route(api.addDomain, async ({ body, caller }) => {
    await requireManager(caller);
    return addSendingDomain(body.domain);
  }),
  route(api.checkDomain, async ({ params, caller }) => {
    await requireManager(caller);
    return checkSendingDomain(params.id);
  }),
  route(api.removeDomain, async ({ params, caller }) => {
    await requireManager(caller);
    await removeSendingDomain(params.id);
  }),
  route(api.inbound, ({ params, body }) => receiveMailReport(params.key, body.raw)),
];
