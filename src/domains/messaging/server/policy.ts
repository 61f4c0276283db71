/** Loads the facts about many addresses at once. */
import { currentWorkspaceId, query, withAllRecords } from '../../../server/db/index.ts';
import { workspaceSettings } from '../../../records/server/workspace.ts';
import type { Channel } from '../contract.ts';
import { type Recipient, zonesOf } from '../engine/decide.ts';
import { people, type Person } from './people.ts';

export interface Known extends Recipient {
  person: Person | undefined;
}

/** Facts of up to some thousands of addresses. Private records count, too: consent does not depend on who asks. */
export function factsOf(channel: Channel, addresses: readonly string[]): Promise<Map<string, Known>> {
  return withAllRecords(async () => {
    const values = [currentWorkspaceId(), channel, addresses];
    const suppressed = await query<{ address: string; reason: string }>(
      'select address, reason from suppressions where workspace_id = $1 and channel = $2 and address = any($3)',
      values,
    );
    const consent = await query<{ address: string; purpose: string; state: 'granted' | 'withdrawn'; id: string }>(
      `select distinct on (address, purpose) address, purpose, state, id from consent_events
        where workspace_id = $1 and channel = $2 and address = any($3) order by address, purpose, id desc`,
      values,
    );
    const lately = await query<{ address: string; day: number; week: number }>(
      `select address, count(*) filter (where handed_at > now() - interval '1 day')::int as day, count(*)::int as week
        from messages where workspace_id = $1 and channel = $2 and address = any($3) and purpose <> 'transactional'
          and handed_at > now() - interval '7 days' and not is_internal group by address`,
      values,
    );
    const found = await people().ofAddresses(channel, addresses);
    const { timeZone } = await workspaceSettings();
    const reasons = new Map(suppressed.map(({ address, reason }) => [address, reason]));
    const counts = new Map(lately.map((row) => [row.address, row]));
    const facts = new Map<string, Known>();
    for (const address of addresses) {
      const person = found.get(address);
      facts.set(address, {
        suppressed: reasons.get(address) ?? null,
        consent: {},
        recorded: person?.recorded ?? 'unknown',
        zones: zonesOf(person?.country ?? '', timeZone),
        lately: { day: counts.get(address)?.day ?? 0, week: counts.get(address)?.week ?? 0 },
        person,
      });
    }
    for (const { address, purpose, state, id } of consent) facts.get(address)!.consent[purpose] = { state, order: id };
    return facts;
  });
}
