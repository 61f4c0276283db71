import Users from 'lucide-react/icons/users';
import { encodeFilter, type Filter } from '../../../../kernel/filter-terms.ts';
import { usePages } from '../../../../web/api/pages.ts';
import { Link } from '../../../../web/router/link.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import type { Company } from '../../contract/companies.ts';
import { contacts } from '../../contract/contacts.ts';
import { contactName } from '../contacts/contact-name.ts';
import { phoneText } from '../../../../records/web/format.ts';

/** The contacts of a company, by name. */
export function People({ company }: { company: Company }) {
  const filter: Filter = { match: 'all', conditions: [{ field: 'company', op: 'any_of', value: [company.id] }] };
  const list = usePages(contacts.list, { query: { filter: encodeFilter(filter), limit: 50 } });
  return (
    <section>
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">Contacts</h2>
        {list.items.length > 0 && (
          <Link
            to="/contacts"
            search={{ filter }}
            className="text-sm text-accent-ink underline-offset-2 hover:underline"
          >
            View in list
          </Link>
        )}
      </div>
      {list.loading && (
        <div className="grid gap-2" aria-hidden="true">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      )}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="Contacts" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={<Users />} title="No contacts yet" className="py-6!">
          Contacts with this company appear here.
        </EmptyState>
      )}
      {list.items.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {list.items.map((contact) => (
            <li
              key={contact.id}
              data-testid="row"
              className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-2 text-sm"
            >
              <Link
                to={`/contacts/${contact.id}`}
                search={{ filter }}
                className="min-w-0 flex-1 basis-40 truncate font-medium hover:underline"
                title={contactName(contact)}
              >
                {contactName(contact)}
              </Link>
              <span className="min-w-0 flex-1 basis-32 truncate text-muted" title={contact.title}>
                {contact.title}
              </span>
              <span className="min-w-0 flex-1 basis-48 truncate text-muted" title={contact.emails[0]?.value}>
                {contact.emails[0]?.value ?? (contact.phones[0] ? phoneText(contact.phones[0]) : '')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </section>
  );
}
