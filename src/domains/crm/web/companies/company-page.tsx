import Ellipsis from 'lucide-react/icons/ellipsis';
import Globe from 'lucide-react/icons/globe';
import Merge from 'lucide-react/icons/merge';
import Phone from 'lucide-react/icons/phone';
import Printer from 'lucide-react/icons/printer';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useGo } from '../../../../web/router/link.tsx';
import type { RawSearch } from '../../../../web/router/page.ts';
import { useRecordTitle } from '../../../../web/router/titles.tsx';
import { usePageSearch, usePathParam } from '../../../../web/router/use-page.ts';
import { remember } from '../../../../web/shell/recents.ts';
import { Avatar } from '../../../../web/ui/avatar.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { buttonClass } from '../../../../web/ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../../web/ui/dropdown-menu.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { COMPANY_SORTS, type Company, type CompanyRow } from '../../contract/companies.ts';
import { companyDefinition } from '../../kinds/company.ts';
import { ActivitiesOf } from '../activities/index.ts';
import { blankTexts, restOf } from '../../../../records/engine/record-texts.ts';
import { plainChanges } from '../../../../records/web/changes.ts';
import { RecordStanding } from '../shared/record-standing.tsx';
import { useFieldWords } from '../../../../records/web/field-labels.ts';
import { Files } from '../../../../records/web/files.tsx';
import { Notes } from '../../../../records/web/notes.tsx';
import { RecordBody } from '../../../../records/web/record-body.tsx';
import { RecordPath } from '../../../../records/web/record-path.tsx';
import { RecordAbsent, RecordSkeleton } from '../../../../records/web/record-states.tsx';
import { ConflictHost } from '../../../../records/web/conflict-dialog.tsx';
import { isTimelineFilter, Timeline } from '../../../../records/web/timeline.tsx';
import { TrashBanner } from '../../../../records/web/trash-banner.tsx';
import { useEditShortcut } from '../../../../records/web/use-edit-shortcut.ts';
import { listSearchOf, useNeighbours } from '../../../../records/web/use-neighbours.ts';
import { useRecord } from '../../../../records/web/use-record.ts';
import { useSaveRecord } from '../../../../records/web/use-save-record.ts';
import { useTrash } from '../../../../records/web/use-trash.ts';
import { phoneText, telHref } from '../../../../records/web/format.ts';
import { Opportunities } from '../shared/related.tsx';
import { useUndoKey } from '../../../../web/shell/undo.ts';
import { CompanyDetails } from './company-details.tsx';
import { CompanyFigures } from './company-figures.tsx';
import { COMPANY_WORDS, companyNameOf } from './company-kit.ts';
import { People } from './people.tsx';

const MergeCompany = lazy(() => import('./merge-company.tsx'));

const LIST = { kind: 'company', sorts: COMPANY_SORTS } as const;
const CHANGES = plainChanges<Company>();
const asIs = (raw: RawSearch): RawSearch => raw;

/** A record as far as its row in the list knows it, to be shown until the whole is there. */
function fromRow(row: CompanyRow): Company {
  return {
    ...row,
    ...restOf(companyDefinition, { ...blankTexts(companyDefinition), ...row }),
    importId: null,
    createdBy: null,
    updatedBy: null,
  };
}

/** One company with its people and all that is done with them, at /companies/{id}. */
export default function CompanyPage() {
  const id = usePathParam('id');
  const { record: company, partial, absent, error, retry } = useRecord<CompanyRow, Company>('company', id, fromRow);
  return (
    <div data-testid="record" className="page-frame max-w-7xl">
      {company ? (
        <Record key={id} company={company} partial={partial} />
      ) : absent ? (
        <RecordAbsent what="company" list="/companies" listName="All companies" />
      ) : error ? (
        <Failure error={error} what="This company" onRetry={retry} />
      ) : (
        <RecordSkeleton />
      )}
    </div>
  );
}

function Record({ company, partial }: { company: Company; partial: boolean }) {
  const { id, name } = company;
  const [raw, setSearch] = usePageSearch(asIs);
  const listSearch = useMemo(() => listSearchOf(raw, COMPANY_SORTS), [raw]);
  const of = useMemo(() => ({ kind: 'company', id }) as const, [id]);
  const deleted = company.deletedAt !== null;
  const words = useFieldWords('company', COMPANY_WORDS);
  const save = useSaveRecord({ kind: 'company', id, labelOf: words.labelOf, nameOf: companyNameOf, changes: CHANGES });
  const { remove, restore } = useTrash(of, name);
  const neighbours = useNeighbours(LIST, id, listSearch, !deleted || listSearch['trash'] === '1');
  const [merging, setMerging] = useState(false);
  const go = useGo();
  useRecordTitle(name);
  useUndoKey();
  useEditShortcut('Company');
  useEffect(() => remember({ path: `/companies/${id}`, title: name }), [id, name]);

  const details = <CompanyDetails company={company} save={save} partial={partial} readOnly={deleted} />;
  const filter = isTimelineFilter(raw['show']) ? raw['show'] : undefined;
  return (
    <>
      <RecordPath id={id} inTrash={deleted} kind="company" name={name} listSearch={listSearch} position={neighbours} />
      <div className="mt-3 grid gap-3">
        <Header
          company={company}
          readOnly={deleted || partial}
          onMerge={() => setMerging(true)}
          onDelete={() => void remove()}
        />
        {deleted && <TrashBanner kind="company" onRestore={() => void restore()} />}
        {!deleted && <CompanyFigures id={id} />}
      </div>
      {deleted ? (
        <div className="mt-5 max-w-md">{details}</div>
      ) : (
        <RecordBody
          of={of}
          label="Company sections"
          details={details}
          tab={raw['tab']}
          onTab={(tab) => setSearch({ tab }, { replace: true })}
          tabs={[
            { value: 'contacts', label: 'Contacts', content: <People company={company} /> },
            {
              value: 'opportunities',
              label: 'Opportunities',
              content: <Opportunities of={{ companyId: id }} name={name} />,
            },
            {
              value: 'activities',
              label: 'Activities',
              content: <ActivitiesOf of={{ companyId: id }} links={{ company: { value: id, label: name } }} />,
            },
            {
              value: 'timeline',
              label: 'Timeline',
              content: (
                <Timeline
                  of={of}
                  filter={filter}
                  onFilter={(show) => setSearch({ show }, { replace: true })}
                  words={words}
                />
              ),
            },
            { value: 'notes', label: 'Notes', content: <Notes of={of} /> },
            { value: 'files', label: 'Files', content: <Files of={of} /> },
          ]}
        />
      )}
      <ConflictHost words={words} />
      {merging && (
        <Suspense fallback={null}>
          <MergeCompany
            company={company}
            otherId={null}
            words={words}
            onClose={() => setMerging(false)}
            onMerged={(kept) => {
              setMerging(false);
              if (kept.id !== id) void go(`/companies/${kept.id}`, { search: listSearch, replace: true });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface HeaderProps {
  company: Company;
  /** In the trash, or not whole yet. */
  readOnly: boolean;
  onMerge: () => void;
  onDelete: () => void;
}

/** A company's name and main actions. */
function Header({ company, readOnly, onMerge, onDelete }: HeaderProps) {
  const phone = { value: company.phone };
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <Avatar name={company.name} size="lg" />
      <div className="min-w-0 flex-1 basis-56">
        <h1 className="page-title break-words">{company.name}</h1>
        <p className="text-sm break-words text-muted empty:hidden">
          {[company.industry, company.city, company.country].filter(Boolean).join(' · ')}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-1 text-xs text-muted empty:hidden">
          {company.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
        <RecordStanding of={{ companyId: company.id }} ownerId={company.ownerId} />
      </div>
      <div className="flex items-center gap-1.5" data-noprint>
        {company.website && (
          <a
            href={company.website}
            target="_blank"
            rel="noreferrer noopener"
            title={company.website}
            className={buttonClass()}
          >
            <Globe size={16} aria-hidden="true" />
            Website<span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
        {company.phone && (
          <a href={telHref(phone)} title={phoneText(phone)} className={buttonClass()}>
            <Phone size={16} aria-hidden="true" />
            Call
          </a>
        )}
        <Menu trigger={<IconButton label="More actions" icon={<Ellipsis />} />} label="More actions">
          {!readOnly && (
            <MenuItem icon={<Merge />} onSelect={onMerge}>
              Merge with another…
            </MenuItem>
          )}
          <MenuItem icon={<Printer />} onSelect={() => print()}>
            Print
          </MenuItem>
          {!readOnly && <MenuSeparator />}
          {!readOnly && (
            <MenuItem icon={<Trash2 />} tone="danger" onSelect={onDelete}>
              Delete
            </MenuItem>
          )}
        </Menu>
      </div>
    </div>
  );
}
