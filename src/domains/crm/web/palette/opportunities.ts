import { send } from '../../../../web/api/send.ts';
import type { SearchHit } from '../../../../web/shell/commands.ts';
import type { OpportunityPage } from '../../contract/opportunities.ts';
import { CRM } from '../../paths.ts';
import { money } from '../../../../records/web/format.ts';

/** As many as the palette shows at a glance; the list page shows the rest. */
const HITS = 6;

/** Opportunities whose name, company, people or tags fit. */
export async function searchOpportunities(search: string, signal: AbortSignal): Promise<SearchHit[]> {
  const page = await send<OpportunityPage>('GET', CRM.opportunities, { query: { search, limit: HITS }, signal });
  return page.items.map((one) => ({
    id: one.id,
    title: one.name,
    detail: [
      one.private && 'Private',
      one.company?.name ?? one.contact?.name,
      money(one.amount, one.currency),
      one.stage.name,
    ]
      .filter(Boolean)
      .join(' · '),
    to: `/opportunities/${one.id}`,
  }));
}
