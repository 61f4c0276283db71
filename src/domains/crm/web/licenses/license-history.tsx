import { messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import type { Filter } from '../../../../kernel/filter.ts';
import { useHasPage } from '../../../../web/router/apps.ts';
import { Link } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { DayText, RelativeTime } from '../../../../web/ui/time.tsx';
import { businessLicenses, type LicenseRecord, type LicenseTerm } from '../../contract/licenses.ts';
import { counted } from '../../../../records/web/format.ts';
import { useLicenseCache } from './use-save-license.ts';

/** The records that are filed under the license, each count leading to its list. */
export function LicenseUses({ license }: { license: LicenseRecord }) {
  const filter: Filter = {
    match: 'all',
    conditions: [{ field: 'businessLicense', op: 'any_of', value: [license.id] }],
  };
  const hasPage = {
    '/contacts': useHasPage('/contacts'),
    '/leads': useHasPage('/leads'),
    '/opportunities': useHasPage('/opportunities'),
  };
  const uses = (
    [
      ['/contacts', counted(license.contactCount, 'contact')],
      ['/leads', counted(license.leadCount, 'lead')],
      ['/opportunities', counted(license.opportunityCount, 'opportunity', 'opportunities')],
    ] as const
  ).filter(([path]) => hasPage[path]);
  return (
    <section aria-labelledby="license-uses">
      <h2 id="license-uses" className="mb-2 text-sm font-semibold">
        Linked records
      </h2>
      <ul className="grid gap-1 text-sm">
        {uses.map(([path, label]) => (
          <li key={path}>
            <Link to={path} search={{ filter }} className="text-accent-ink underline-offset-2 hover:underline">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The terms before the present one. */
export function LicenseHistory({ license }: { license: LicenseRecord }) {
  return (
    <section aria-labelledby="license-history">
      <h2 id="license-history" className="mb-2 text-sm font-semibold">
        Earlier terms
      </h2>
      {license.terms.length === 0 ? (
        <p className="text-sm text-muted">
          No earlier terms yet. When you renew the license, the previous term is kept here.
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {license.terms.map((term) => (
            <Term key={term.id} license={license} term={term} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Term({ license, term }: { license: LicenseRecord; term: LicenseTerm }) {
  const updateCache = useLicenseCache(license.id);
  const undo = async () => {
    try {
      await updateCache(await call(businessLicenses.undoRenewal, { params: { id: license.id, termId: term.id } }));
      toast({ type: 'success', title: 'Renewal undone', description: license.name });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t undo the renewal', description: messageFor(error, 'Try again.') });
    }
  };
  return (
    <li data-testid="row" className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          {term.issuedOn && (
            <>
              <DayText value={term.issuedOn} />{' '}
            </>
          )}
          {term.expiresOn ? (
            <>
              until <DayText value={term.expiresOn} />
            </>
          ) : (
            'no end date'
          )}
          {term.number && <span className="font-normal text-muted"> · {term.number}</span>}
        </p>
        <p className="text-xs text-muted">
          Renewed <RelativeTime value={term.renewedAt} />
          {term.renewedBy && ` by ${term.renewedBy.name}`}
          {term.note && ` · ${term.note}`}
        </p>
      </div>
      {term.undoable && license.deletedAt === null && (
        <Button size="sm" onClick={() => void undo()}>
          Undo renewal
        </Button>
      )}
    </li>
  );
}
