/** Businesses of a connected places service, whose websites a crawl can start from. */
import type { QueryOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { currentWorkspaceId } from '../../../server/db/index.ts';
import { connectionsOf, useProvider } from '../../connections/index.ts';
import type { places } from '../contract.ts';

export const hasPlaces = async (): Promise<boolean> => (await connectionsOf('places', currentWorkspaceId())).length > 0;

/** @throws AppError `unavailable` without a connection; ProviderError in the service's own words */
export async function searchPlaces({
  text,
  cursor,
}: QueryOf<typeof places.search>): Promise<ResponseOf<typeof places.search>> {
  const client = await useProvider('places', currentWorkspaceId(), { purpose: 'lead scraper' });
  const { places: items, next } = await client.search({ text, page: cursor });
  return { items, next: next ?? null, source: client.source };
}
