import { send } from '../../../../web/api/send.ts';
import type { SearchHit } from '../../../../web/shell/commands.ts';
import type { BusinessLicense } from '../../contract/licenses.ts';
import { CRM, LICENSES_PAGE } from '../../paths.ts';
import { parseLicensesSearch, shownLicenses } from '../licenses/search.ts';

const HITS = 6;

/** Business licenses whose name, number, authority or holder fits. A workspace has few: they are all read. */
export async function searchLicenses(search: string, signal: AbortSignal): Promise<SearchHit[]> {
  const { items } = await send<{ items: BusinessLicense[] }>('GET', CRM.licenses, { signal });
  return shownLicenses(items, parseLicensesSearch({ search }))
    .slice(0, HITS)
    .map((one) => ({
      id: one.id,
      title: one.name,
      detail: [one.number, one.authority].filter(Boolean).join(' · '),
      to: `${LICENSES_PAGE}/${one.id}`,
    }));
}
