import { useQuery, useQueryClient } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { ApiError, messageFor } from '../../../../web/api/error.ts';
import { call, read } from '../../../../web/api/request.ts';
import { Link } from '../../../../web/router/link.tsx';
import { useRecordTitle } from '../../../../web/router/titles.tsx';
import type { PageModule, RawSearch } from '../../../../web/router/page.ts';
import { usePageSearch, usePathParam } from '../../../../web/router/use-page.ts';
import { remember } from '../../../../web/shell/recents.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Breadcrumb } from '../../../../web/ui/breadcrumb.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { businessLicenses, type LicenseRecord } from '../../contract/licenses.ts';
import { CRM, LICENSES_PAGE } from '../../paths.ts';
import { RecordTools } from '../../../../records/web/collaboration/record-tools.tsx';
import { Files } from '../../../../records/web/files.tsx';
import { Notes } from '../../../../records/web/notes.tsx';
import { RecordBody } from '../../../../records/web/record-body.tsx';
import { isTimelineFilter, Timeline } from '../../../../records/web/timeline.tsx';
import { RecordAbsent, RecordSkeleton } from '../../../../records/web/record-states.tsx';
import { offerUndo, useUndoKey } from '../../../../web/shell/undo.ts';
import { BrandMark } from './license-columns.tsx';
import { LicenseDetails } from './license-details.tsx';
import { LicenseHistory, LicenseUses } from './license-history.tsx';
import { useFieldWords } from '../../../../records/web/field-labels.ts';
import { LICENSE_WORDS } from './license-fields.ts';
import { KIND_LABELS, STATE_LABELS, STATE_TONES, timeLeft } from './license-labels.ts';
import { useLicenseCache } from './use-save-license.ts';

const RenewDialog = lazy(() => import('./renew-dialog.tsx'));

const asIs = (raw: RawSearch): RawSearch => raw;

export const prepare: PageModule['prepare'] = (client, { params: { id } }) =>
  void (id && client.prefetchQuery(read(businessLicenses.get, { params: { id } })));

/** One license, at /business-license-management/{id}. */
export default function LicensePage() {
  const id = usePathParam('id');
  const { data: license, error, refetch } = useQuery(read(businessLicenses.get, { params: { id } }));
  const absent = error instanceof ApiError && (error.status === 404 || error.code === 'validation');
  useUndoKey();
  return (
    <div data-testid="record" className="page-frame max-w-7xl">
      {absent ? (
        <RecordAbsent what="license" list={LICENSES_PAGE} listName="All licenses" />
      ) : license ? (
        <License key={id} license={license} />
      ) : error ? (
        <Failure error={error} what="This license" onRetry={() => void refetch()} />
      ) : (
        <RecordSkeleton />
      )}
    </div>
  );
}

function License({ license }: { license: LicenseRecord }) {
  const [renewing, setRenewing] = useState(false);
  const { remove, restore } = useTrash(license);
  const deleted = license.deletedAt !== null;
  const of = useMemo(() => ({ kind: 'business_license', id: license.id }) as const, [license.id]);
  const [raw, setSearch] = usePageSearch(asIs);
  const filter = isTimelineFilter(raw['show']) ? raw['show'] : undefined;
  const words = useFieldWords('business_license', LICENSE_WORDS);
  const details = (
    <div className="grid gap-5">
      <LicenseDetails license={license} readOnly={deleted} />
    </div>
  );
  const terms = (
    <div className="grid gap-8">
      <LicenseUses license={license} />
      <LicenseHistory license={license} />
    </div>
  );
  useRecordTitle(license.name);
  useEffect(
    () => remember({ path: `${LICENSES_PAGE}/${license.id}`, title: license.name }),
    [license.id, license.name],
  );
  return (
    <>
      <div className="flex min-h-control items-center justify-between gap-2" data-noprint>
        <Breadcrumb
          items={[
            <Link key="list" to={LICENSES_PAGE} className="hover:text-ink hover:underline">
              Business licenses
            </Link>,
            license.name,
          ]}
        />
        {!deleted && (
          <div className="flex shrink-0">
            <RecordTools of={of} name={license.name} />
          </div>
        )}
      </div>
      <div className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-3">
        <BrandMark license={license} large />
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="page-title break-words">{license.name}</h1>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <Badge tone={STATE_TONES[license.state]}>{STATE_LABELS[license.state]}</Badge>
            {[KIND_LABELS[license.kind], license.number, timeLeft(license)].filter(Boolean).join(' · ')}
          </p>
        </div>
        {!deleted && (
          <div className="flex gap-2" data-noprint>
            <Button variant="primary" icon={<RefreshCw />} onClick={() => setRenewing(true)}>
              Renew
            </Button>
            <Button icon={<Trash2 />} onClick={() => void remove()}>
              Delete
            </Button>
          </div>
        )}
      </div>
      {deleted && (
        <Banner
          tone="warning"
          className="mt-3"
          action={
            <Button size="sm" onClick={() => void restore()}>
              Restore
            </Button>
          }
        >
          This license is in the trash. No reminders are sent, and no new records can be linked to it.
        </Banner>
      )}
      {deleted ? (
        <div className="mt-6 grid max-w-xl gap-8">
          {details}
          {terms}
        </div>
      ) : (
        <RecordBody
          of={of}
          label="License sections"
          details={details}
          tab={raw['tab']}
          onTab={(tab) => setSearch({ tab }, { replace: true })}
          tabs={[
            { value: 'terms', label: 'Terms', content: terms },
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
      {renewing && (
        <Suspense>
          <RenewDialog license={license} onClose={() => setRenewing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Moving the license to the trash and back, each undone by the other. */
function useTrash({ id, name }: LicenseRecord) {
  const client = useQueryClient();
  const updateCache = useLicenseCache(id);
  const params = { id };
  const restore = async () => updateCache(await call(businessLicenses.restore, { params }));
  const failed = (title: string) => (error: unknown) =>
    void toast({ type: 'error', title, description: messageFor(error, 'Try again.') });
  return {
    remove: () =>
      call(businessLicenses.remove, { params }).then(
        async () => {
          await client.invalidateQueries({ queryKey: [CRM.licenses] });
          await client.invalidateQueries({ queryKey: read(businessLicenses.get, { params }).queryKey });
          offerUndo({ title: `${name} moved to the trash`, undo: restore });
        },
        failed(`Couldn’t delete ${name}`),
      ),
    restore: () =>
      restore().then(
        () => void toast({ type: 'success', title: `${name} restored` }),
        failed(`Couldn’t restore ${name}`),
      ),
  };
}
