/** The ledger of consent, and the addresses to which nothing is sent. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { audit } from '../../../server/audit/audit.ts';
import {
  currentWorkspaceId,
  deleteRows,
  insertRow,
  query,
  selectRow,
  transaction,
  withAllRecords,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { log } from '../../../server/observability/log.ts';
import type { Channel, ConsentPurpose, Suppression } from '../contract.ts';
import { REASONS } from '../engine/decide.ts';
import { MESSAGING } from '../paths.ts';
import { normalizeAddress, requireAddress } from './addresses.ts';
import { people } from './people.ts';

export interface NewConsentEvent {
  channel: Channel;
  purpose: 'all' | ConsentPurpose;
  address: string;
  contactId?: string | undefined;
  state: 'granted' | 'withdrawn';
  /** The words that the person read, or said. */
  wording: string;
  /** `one_click`, `preference_page`, `form`, `person`, `sms`, `complaint`. */
  source: string;
  proof?: Record<string, unknown>;
  /** The person who recorded it. */
  recordedBy?: string | null;
  /** The contact's record says so already. */
  keepsRecord?: true;
}

/** Adds an entry in the present workspace; the contact's record follows. @throws AppError `validation` for the address */
export async function recordConsent(event: NewConsentEvent): Promise<string> {
  const address = requireAddress(event.channel, event.address);
  return transaction(() =>
    withAllRecords(async () => {
      const person = (await people().ofAddresses(event.channel, [address])).get(address);
      const contactId = event.contactId ?? person?.contactId;
      const id = newId();
      await insertRow('consent_events', {
        id,
        workspaceId: currentWorkspaceId(),
        channel: event.channel,
        address,
        purpose: event.purpose,
        state: event.state,
        wording: event.wording.slice(0, 2_000),
        source: event.source,
        proof: event.proof ?? {},
        contactId: contactId ?? null,
        recordedBy: event.recordedBy ?? null,
      });
      if (contactId !== undefined && !event.keepsRecord && (event.purpose === 'all' || event.purpose === 'marketing'))
        await people().setConsent(
          contactId,
          event.channel,
          event.state === 'granted' ? 'granted' : 'denied',
          event.wording.slice(0, 200),
        );
      await emit({
        type: `consent.${event.state}`,
        subject: { type: 'contact', id: contactId ?? id },
        data: { channel: event.channel, purpose: event.purpose, source: event.source },
        paths: [MESSAGING.consent, MESSAGING.messages],
      });
      return id;
    }),
  );
}

/** Adds addresses; those that are there keep their reason. @returns how many are new */
export function suppress(
  channel: Channel,
  addresses: readonly string[],
  reason: Suppression['reason'],
  { note = '', by = null }: { note?: string; by?: string | null } = {},
): Promise<number> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    const added = await query(
      `insert into suppressions (id, workspace_id, channel, address, reason, note, created_by)
        select s.id, $1, $2, s.address, $3, $4, $5 from unnest($6::uuid[], $7::text[]) as s(id, address)
        on conflict (workspace_id, channel, address) do update
          set reason = excluded.reason, note = excluded.note, created_at = now()
          where excluded.reason in ('stopped', 'complained') and suppressions.reason not in ('stopped', 'complained')
        returning id`,
      [workspaceId, channel, reason, note, by, addresses.map(() => newId()), addresses],
    );
    await audit({
      action: 'suppression.added',
      subject: { type: 'workspace', id: workspaceId },
      details: { channel, reason, addresses: addresses.length === 1 ? addresses[0] : addresses.length },
    });
    await emit({
      type: 'suppression.added',
      subject: { type: 'workspace', id: workspaceId },
      data: { channel, reason, count: added.length },
      paths: [MESSAGING.suppressions, MESSAGING.consent],
    });
    return added.length;
  });
}

/** Why nothing at all goes to an address, as people read it; undefined when business may go there. */
export async function suppressionOf(channel: Channel, text: string): Promise<string | undefined> {
  const address = normalizeAddress(channel, text);
  if (address === undefined) return undefined;
  const row = await selectRow('suppressions', ['reason'], { workspaceId: currentWorkspaceId(), channel, address });
  return row && REASONS[row.reason];
}

/** Only the person themselves ends these. */
const THEIRS = new Set(['stopped', 'complained']);

/** @throws AppError `not_found`; `conflict` where only the person can undo it */
export function unsuppress(id: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    const row = await selectRow('suppressions', ['channel', 'address', 'reason'], { id, workspaceId });
    if (!row) throw notFound('The address');
    if (THEIRS.has(row.reason))
      throw new AppError(
        'conflict',
        row.reason === 'stopped'
          ? 'This person replied STOP. Only they can undo that, by replying START.'
          : 'This person reported a message as spam. Their address stays suppressed.',
      );
    await deleteRows('suppressions', { id, workspaceId });
    await audit({ action: 'suppression.removed', subject: { type: 'suppression', id }, details: { ...row } });
    await emit({
      type: 'suppression.removed',
      subject: { type: 'suppression', id },
      paths: [MESSAGING.suppressions, MESSAGING.consent],
    });
  });
}

/** Ends the suppression of a phone whose owner replied START. */
export async function liftStop(address: string): Promise<void> {
  const workspaceId = currentWorkspaceId();
  const gone = await deleteRows('suppressions', { workspaceId, channel: 'sms', address, reason: 'stopped' });
  if (gone > 0) log().info({ workspaceId }, 'a phone number replied START');
}
