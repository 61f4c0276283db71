/** Contacts as people to whom messages go. */
import { currentWorkspaceId, query, withAllRecords } from '../../../../server/db/index.ts';
import { type Person, usePeople } from '../../../messaging/index.ts';
import { emailMatchKey, phoneMatchKey } from '../../engine/contacts/contact-data.ts';
import { getContact, updateContact } from './service.ts';

const PAGE = 1_000;
const FIRST = { email: 'emails', sms: 'phones' } as const;

usePeople({
  async ofAddresses(channel, addresses) {
    const keyOf = channel === 'email' ? emailMatchKey : phoneMatchKey;
    const byKey = new Map(addresses.map((address) => [keyOf(address), address]));
    const rows = await query<Person & { key: string }>(
      `select distinct on (k.key) k.key, c.id as "contactId", concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')) as name,
          coalesce(c.consent->$3->>'state', 'unknown') as recorded, c.country
        from contact_keys k join contacts c on c.id = k.contact_id and c.workspace_id = k.workspace_id and c.deleted_at is null
        where k.workspace_id = $1 and k.key = any($2)
        order by k.key, coalesce(c.consent->$3->>'state', 'unknown') = 'denied' desc, c.id`,
      [currentWorkspaceId(), [...byKey.keys()], channel],
    );
    return new Map(rows.map(({ key, ...person }) => [byKey.get(key)!, person]));
  },
  async addressesOf(contactId) {
    const { emails, phones } = await getContact(contactId);
    return [
      ...emails.map(({ value }) => ({ channel: 'email', address: value.toLowerCase() }) as const),
      ...phones.map(({ value }) => ({ channel: 'sms', address: value }) as const),
    ];
  },
  async *pages(channel, { tag, contactIds } = {}) {
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = await query<{ id: string; address: string | null }>(
        `select id, ${FIRST[channel]}->0->>'value' as address from contacts
          where workspace_id = $1 and deleted_at is null and id > $2 and ($3::text is null or $3 = any(tags))
            and ($4::uuid[] is null or id = any($4))
          order by id limit ${PAGE}`,
        [currentWorkspaceId(), last, tag ?? null, contactIds ?? null],
      );
      if (rows.length === 0) return;
      yield rows.map(({ address }) => address);
      last = rows.at(-1)!.id;
    }
  },
  setConsent: (contactId, channel, state, basis) =>
    withAllRecords(async () => {
      const { version, consent } = await getContact(contactId);
      if (consent[channel].state === state) return;
      await updateContact(contactId, { version, consent: { [channel]: { state, basis } } }, { fromLedger: true });
    }),
});
