/** A person's consent changes on a contact, as ledger entries: the record alone would prove nothing. */
import { currentUserId } from '../../../../server/db/index.ts';
import { normalizeAddress, recordConsent } from '../../../messaging/index.ts';
import type { ContactData } from '../../engine/contacts/contact-data.ts';

const ADDRESSES = { email: 'emails', sms: 'phones' } as const;
const STATES = { granted: 'Yes', denied: 'No', unknown: 'Not known' };

/** Adds an entry for each address of a channel whose consent changed, in the ambient transaction. */
export async function noteConsentEdits(contactId: string, before: ContactData, after: ContactData): Promise<void> {
  for (const channel of ['email', 'sms'] as const) {
    const was = before.consent[channel]?.state ?? 'unknown';
    const now = after.consent[channel]?.state ?? 'unknown';
    // No one said anything where nothing was granted and nothing is now.
    if (was === now || (now === 'unknown' && was !== 'granted')) continue;
    const basis = after.consent[channel]?.basis;
    const addresses = after[ADDRESSES[channel]].flatMap(({ value }) => normalizeAddress(channel, value) ?? []);
    for (const address of new Set(addresses))
      await recordConsent({
        channel,
        purpose: 'all',
        address,
        contactId,
        state: now === 'granted' ? 'granted' : 'withdrawn',
        wording: `Contact edited: ${STATES[now]}${basis ? ` (${basis})` : ''}`,
        source: 'person',
        recordedBy: currentUserId(),
        keepsRecord: true,
      });
  }
}
