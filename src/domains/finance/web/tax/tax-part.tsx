/** Frame of the tax pages: profile, year, and the note that it is not tax advice. */
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../../../web/ui/button.tsx';
import { Failure } from '../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../web/ui/states.tsx';
import type { TaxProfile, TaxYearView } from '../../contract/tax.ts';
import { useFinance } from '../frame/use-finance.ts';
import { useTax, useTaxSearch, useYear, YEARS } from './use-tax.ts';

const ProfileDialog = lazy(() => import('./profile-dialog.tsx'));

const YEAR_OPTIONS = YEARS.toReversed().map((year) => ({ value: String(year), label: String(year) }));

/** Profile and year, at the end of the heading. */
export function TaxSwitches() {
  const { canEdit } = useFinance();
  const { profiles, profile, year } = useTax();
  const [, setSearch] = useTaxSearch();
  const [dialog, setDialog] = useState<'new' | 'change'>();
  if (!profile) return null;
  return (
    <>
      <Select
        aria-label="Profile"
        className="w-44"
        value={profile.id}
        options={profiles!.map((one) => ({ value: one.id, label: one.name }))}
        onChange={(event) => setSearch({ profile: event.target.value })}
      />
      {canEdit && <IconButton label={`Edit ${profile.name}`} icon={<Pencil />} onClick={() => setDialog('change')} />}
      {canEdit && <IconButton label="New profile" icon={<Plus />} onClick={() => setDialog('new')} />}
      <Select
        aria-label="Tax year"
        className="w-24"
        value={String(year)}
        options={YEAR_OPTIONS}
        onChange={(event) => setSearch({ year: event.target.value })}
      />
      {dialog && (
        <Suspense fallback={null}>
          <ProfileDialog profile={dialog === 'change' ? profile : undefined} onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** The part of a page that is about a profile; without one, the way to the first. */
export function WithProfile({ children }: { children: (profile: TaxProfile, year: number) => ReactNode }) {
  const { canEdit } = useFinance();
  const { profiles, profile, year, error, refetch } = useTax();
  const [creating, setCreating] = useState(false);
  if (error && !profiles) return <Failure error={error} what="Tax profiles" onRetry={() => void refetch()} />;
  if (!profiles) return <Waiting />;
  if (!profile) {
    return (
      <>
        <EmptyState
          icon={<ReceiptText />}
          title="Create a tax profile"
          action={
            canEdit && (
              <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
                Create profile
              </Button>
            )
          }
        >
          {canEdit
            ? 'A profile is a person or a business. Choose its ledgers, then confirm which category belongs on which tax line.'
            : 'People who can edit this ledger can create a tax profile.'}
        </EmptyState>
        <NotAdvice />
        {creating && (
          <Suspense fallback={null}>
            <ProfileDialog onClose={() => setCreating(false)} />
          </Suspense>
        )}
      </>
    );
  }
  return (
    <Suspense fallback={<Waiting />}>
      <div key={`${profile.id}/${year}`}>{children(profile, year)}</div>
      <NotAdvice />
    </Suspense>
  );
}

/** The year's estimate, once it is there. */
export function WithYear({
  profile,
  year,
  children,
}: {
  profile: TaxProfile;
  year: number;
  children: (view: TaxYearView) => ReactNode;
}) {
  const { data, error, refetch } = useYear(profile.id, year);
  if (error && !data) return <Failure error={error} what={`${year} estimate`} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return children(data);
}

export function Waiting() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading" className="grid gap-4">
      <Skeleton className="h-18 w-full" />
      <Skeleton className="h-80 w-full" />
    </div>
  );
}

export function NotAdvice() {
  return (
    <p className="mt-6 text-xs text-muted">
      An estimate of US federal tax based on the figures entered here. Not tax advice or a tax return. State and local
      income taxes are not included. Consult a professional before you make decisions.
    </p>
  );
}
