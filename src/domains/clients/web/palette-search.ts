import { send } from '../../../web/api/send.ts';
import type { SearchHit } from '../../../web/shell/commands.ts';
import type { ClientRow } from '../contract.ts';
import { CLIENTS } from '../paths.ts';

const HITS = 6;

/** Clients whose name fits. */
export async function searchClients(search: string, signal: AbortSignal): Promise<SearchHit[]> {
  const page = await send<{ items: ClientRow[] }>('GET', CLIENTS, { query: { search, limit: HITS }, signal });
  return page.items.map((client) => ({
    id: client.id,
    title: client.name,
    ...(client.owner && { detail: client.owner.name }),
    to: `/clients/${client.id}`,
  }));
}
