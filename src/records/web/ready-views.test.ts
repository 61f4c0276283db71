import { expect, it } from 'vitest';
import { OPERATORS } from '../../kernel/filter-terms.ts';
import type { ListKit, ListRow } from './list-kit.ts';
import { activityKit } from '../../domains/crm/web/activities/activity-kit.ts';
import { companyKit } from '../../domains/crm/web/companies/company-kit.ts';
import { leadKit } from '../../domains/crm/web/leads/lead-kit.ts';
import { contactKit } from '../../domains/crm/web/contacts/contact-kit.ts';
import { opportunityKit } from '../../domains/crm/web/opportunities/opportunity-kit.ts';
import { READY_VIEWS, readyViewOf, searchOfReady } from './ready-views.ts';
import { parseListSearch, writeListSearch } from './list-search.ts';

const KITS = [contactKit, companyKit, leadKit, opportunityKit, activityKit] as unknown as ListKit<ListRow>[];

it.each(KITS.map((kit) => [kit.kind, kit] as const))(
  'the ready-made views of the kind %s ask for what its list knows, and are found again in the address',
  (kind, kit) => {
    const views = READY_VIEWS[kind]!;
    expect(views.length).toBeGreaterThan(0);
    for (const view of views) {
      for (const { field, op } of view.conditions) {
        const known = kit.filterFields.find((one) => one.field === field);
        expect(known && OPERATORS[known.kind], `${view.label}: ${field}`).toContain(op);
      }
      const search = parseListSearch(
        writeListSearch({ ...parseListSearch({}, []), ...searchOfReady(view) }),
        kit.sorts,
      );
      expect(search.sort).toBe(view.sort);
      expect(readyViewOf(kind, search)?.id).toBe(view.id);
      expect(readyViewOf(kind, { ...search, search: 'x' })).toBeUndefined();
    }
  },
);
