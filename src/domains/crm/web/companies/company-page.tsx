import { useQuery, useQueryClient } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import Users from 'lucide-react/icons/users';
import { useEffect } from 'react';
import { encodeFilter, type Filter } from '../../../../kernel/filter-terms.ts';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { Link, useGo } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { useRecordTitle } from '../../../../web/router/titles.tsx';
import { usePageSearch, usePathParam } from '../../../../web/router/use-page.ts';
import { remember } from '../../../../web/shell/recents.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Avatar } from '../../../../web/ui/avatar.tsx';
import { Breadcrumb } from '../../../../web/ui/breadcrumb.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { confirm } from '../../../../web/ui/confirm.ts';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import { Tabs } from '../../../../web/ui/tabs.tsx';
import { companies, type Company } from '../../contract/companies.ts';
import { contacts } from '../../contract/contacts.ts';
import { ADDRESS_PARTS } from '../../contract/fields.ts';
import { CRM } from '../../paths.ts';
import { useOwners } from '../records/choices.ts';
import { contactName } from '../list/contact-name.ts';
import { OwnerField } from '../record/contact-fields.tsx';
import { ADDRESS_LABELS } from '../record/details.tsx';
import { FoldedGroup, Group } from '../records/groups.tsx';
import { RecordAbsent, RecordSkeleton } from '../records/record-states.tsx';
import { LongTextField, TextField, UrlField } from '../records/text-fields.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { counted, phoneText, telHref } from '../shared/format.ts';
import { LoadMore } from '../../../../web/ui/load-more.tsx';
import { usePages } from '../../../../web/api/pages.ts';
import { ActivitiesOf } from '../activities/index.ts';
import { Opportunities } from '../shared/related.tsx';
import { type CompanyChange, useSaveCompany } from './use-save-company.ts';

/** One company with its people, at /companies/{id}. */
export default function CompanyPage() {
  const id = usePathParam('id');
  const { data: company, error, refetch } = useQuery(read(companies.get, { params: { id } }));
  const absent = error instanceof ApiError && (error.status === 404 || error.code === 'validation');
  return (
    <div data-testid="record" className="mx-auto max-w-7xl px-4 py-3 sm:px-6">
      {absent ? <RecordAbsent what="company" list="/contacts" listName="All contacts" />
        : company ? <CompanyRecord key={id} company={company} />
        : error ? <Failure error={error} what="This company" onRetry={() => void refetch()} />
        : <RecordSkeleton />}
    </div>
  );
}

const TABS = ['contacts', 'opportunities', 'activities'] as const;
const parseTab = (raw: RawSearch): { tab: (typeof TABS)[number] } => ({ tab: TABS.find((one) => one === raw['tab']) ?? TABS[0] });

function CompanyRecord({ company }: { company: Company }) {
  const { nameOf } = useOwners();
  const save = useSaveCompany(company.id);
  const [{ tab }, setSearch] = usePageSearch(parseTab);
  useRecordTitle(company.name);
  useEffect(() => remember({ path: `/companies/${company.id}`, title: company.name }), [company.id, company.name]);
  const owner = nameOf(company.ownerId);
  return (
    <>
      <div className="flex min-h-control items-center" data-noprint>
        <Breadcrumb items={[<Link key="list" to="/contacts" className="hover:text-ink hover:underline">Contacts</Link>, company.name]} />
      </div>
      <div className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-3">
        <Avatar name={company.name} size="lg" />
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="text-xl font-semibold break-words">{company.name}</h1>
          <p className="text-sm text-muted">{[company.industry, counted(company.contactCount, 'contact'), owner && `Owner: ${owner}`].filter(Boolean).join(' · ')}</p>
        </div>
        <DeleteButton company={company} />
      </div>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[24rem_minmax(0,1fr)]">
        <div className="grid gap-5 lg:border-r lg:border-line lg:pr-6"><CompanyDetails company={company} save={save} /></div>
        <div className="min-w-0">
          <Tabs
            label="Parts of the company" value={tab} onValueChange={(next) => setSearch({ tab: next === TABS[0] ? undefined : parseTab({ tab: next }).tab }, { replace: true })}
            items={[
              { value: 'contacts', label: 'Contacts', count: company.contactCount, content: <People company={company} /> },
              { value: 'opportunities', label: 'Opportunities', content: <Opportunities of={{ companyId: company.id }} name={company.name} /> },
              { value: 'activities', label: 'Activities', content: <ActivitiesOf of={{ companyId: company.id }} links={{ company: { value: company.id, label: company.name } }} /> },
            ]}
          />
        </div>
      </div>
    </>
  );
}

function CompanyDetails({ company, save }: { company: Company; save: (change: CompanyChange, base: Company) => Promise<void> }) {
  const state = { pending: false, readOnly: false };
  const write = (change: CompanyChange) => save(change, company);
  const phone = { value: company.phone };
  return (
    <>
      <Group title="Company">
        <TextField
          {...state} name="name" label="Name" value={company.name} maxLength={200} onSave={(name) => write({ name })}
          check={(draft) => (draft.trim() ? [] : [{ field: 'name', message: 'Enter the name of the company.' }])}
        />
        <UrlField {...state} name="website" label="Website" value={company.website} maxLength={500} onSave={(website) => write({ website })} />
        <TextField
          {...state} name="phone" label="Phone" type="tel" value={company.phone} maxLength={60} onSave={(next) => write({ phone: next })}
          shown={company.phone ? <a href={telHref(phone)} className="tabular text-accent-ink underline-offset-2 hover:underline">{phoneText(phone)}</a> : null}
        />
        <TextField {...state} name="industry" label="Industry" value={company.industry} maxLength={120} onSave={(industry) => write({ industry })} />
        <OwnerField {...state} ownerId={company.ownerId} onSave={(ownerId) => write({ ownerId })} />
        <LongTextField {...state} name="about" label="About" value={company.about} maxLength={10_000} onSave={(about) => write({ about })} />
      </Group>
      <FoldedGroup
        title="Address" keys={ADDRESS_PARTS} isBlank={(part) => !company.address[part]}
        renderField={(part) => (
          <TextField
            key={part} {...state} name={`address.${part}`} label={ADDRESS_LABELS[part]} value={company.address[part]} maxLength={part === 'postalCode' ? 20 : 120}
            onSave={(value) => write({ address: { [part]: value } })}
          />
        )}
      />
    </>
  );
}

/** The contacts of the company, by name. */
function People({ company }: { company: Company }) {
  const filter: Filter = { match: 'all', conditions: [{ field: 'company', op: 'any_of', value: [company.id] }] };
  const list = usePages(contacts.list, { query: { filter: encodeFilter(filter), limit: 50 } });
  return (
    <section>
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">Contacts</h2>
        {list.items.length > 0 && <Link to="/contacts" search={{ filter }} className="text-sm text-accent-ink underline-offset-2 hover:underline">Open in the list</Link>}
      </div>
      {list.loading && <div className="grid gap-2" aria-hidden="true"><Skeleton className="h-12 w-full" /><Skeleton className="h-12 w-full" /></div>}
      {list.error && list.items.length === 0 && <Failure error={list.error} what="The contacts" onRetry={list.retry} />}
      {!list.loading && !list.error && list.items.length === 0 && (
        <EmptyState icon={<Users />} title="No contacts yet" className="py-6!">Choose this company on a contact, and the person appears here.</EmptyState>
      )}
      {list.items.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {list.items.map((contact) => (
            <li key={contact.id} data-testid="row" className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-2 text-sm">
              <Link to={`/contacts/${contact.id}`} search={{ filter }} className="min-w-0 flex-1 basis-40 truncate font-medium hover:underline" title={contactName(contact)}>{contactName(contact)}</Link>
              <span className="min-w-0 flex-1 basis-32 truncate text-muted" title={contact.title}>{contact.title}</span>
              <span className="min-w-0 flex-1 basis-48 truncate text-muted" title={contact.emails[0]?.value}>{contact.emails[0]?.value ?? (contact.phones[0] ? phoneText(contact.phones[0]) : '')}</span>
            </li>
          ))}
        </ul>
      )}
      <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
    </section>
  );
}

/** Deleting a company cannot be undone, so it asks; its contacts stay. */
function DeleteButton({ company }: { company: Company }) {
  const client = useQueryClient();
  const go = useGo();
  const remove = async () => {
    const people = company.contactCount > 0 ? `Its ${counted(company.contactCount, 'contact')} stay, without a company.` : 'It has no contacts.';
    if (!(await confirm({ title: `Delete ${company.name} for good?`, description: people, action: 'Delete company' }))) return;
    try {
      await call(companies.remove, { params: { id: company.id } });
      toast({ type: 'success', title: 'Company deleted', description: company.name });
      await go('/contacts');
      client.removeQueries({ queryKey: [`${CRM.companies}/${company.id}`] });
      await client.invalidateQueries({ queryKey: [CRM.contacts] });
    } catch (error) {
      toast({ type: 'error', title: `${company.name} was not deleted`, description: messageFor(error, 'Try again.') });
    }
  };
  return <span data-noprint><Button icon={<Trash2 />} onClick={() => void remove()}>Delete</Button></span>;
}
