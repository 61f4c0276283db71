import type { ReactNode } from 'react';
import { RowLink } from '../../../../web/router/row-link.tsx';
import type { Column } from '../../../../web/table/columns.ts';
import { Badge } from '../../../../web/ui/badge.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import type { BusinessLicense } from '../../contract/licenses.ts';
import { LICENSES_PAGE } from '../../paths.ts';
import { KIND_LABELS, STATE_LABELS, STATE_TONES, timeLeft } from './license-labels.ts';

export const STANDARD_LICENSE_COLUMNS = 'name,kind,authority,number,state,expiresOn,responsible';

const shown = (text: string): ReactNode => text && <span title={text}>{text}</span>;

export const LICENSE_COLUMNS: readonly Column<BusinessLicense>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 220,
    hideable: false,
    sortField: 'name',
    cell: (row) => (
      <span className="flex items-center gap-2">
        <BrandMark license={row} />
        <RowLink
          to={`${LICENSES_PAGE}/${row.id}`}
          tabIndex={-1}
          title={row.name}
          className="truncate leading-6 font-medium hover:underline"
        >
          {row.name}
        </RowLink>
      </span>
    ),
  },
  { id: 'kind', header: 'Type', width: 140, sortField: 'kind', cell: (row) => KIND_LABELS[row.kind] },
  { id: 'authority', header: 'Authority', width: 180, sortField: 'authority', cell: (row) => shown(row.authority) },
  { id: 'number', header: 'Number', width: 120, sortField: 'number', cell: (row) => shown(row.number) },
  {
    id: 'jurisdiction',
    header: 'Jurisdiction',
    width: 140,
    sortField: 'jurisdiction',
    cell: (row) => shown(row.jurisdiction),
  },
  {
    id: 'state',
    header: 'State',
    width: 105,
    sortField: 'state',
    cell: (row) => <Badge tone={STATE_TONES[row.state]}>{STATE_LABELS[row.state]}</Badge>,
  },
  {
    id: 'expiresOn',
    header: 'Expires',
    width: 225,
    sortField: 'expiresOn',
    cell: (row) =>
      row.expiresOn ? (
        <>
          <DayText value={row.expiresOn} /> <span className="text-muted">{timeLeft(row)}</span>
        </>
      ) : (
        <span className="text-muted">Does not expire</span>
      ),
  },
  {
    id: 'responsible',
    header: 'Responsible',
    width: 120,
    sortField: 'responsible',
    cell: (row) => shown(row.responsible?.name ?? ''),
  },
];

/** The brand's color, or a neutral dot where none is set. */
export function BrandMark({ license, large = false }: { license: BusinessLicense; large?: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={large ? 'size-12 shrink-0' : 'size-5 shrink-0'}>
      <rect
        x="1"
        y="1"
        width="22"
        height="22"
        rx="6"
        fill={license.brandColor || 'var(--color-hover)'}
        stroke="var(--color-line)"
      />
    </svg>
  );
}

export function LicenseCard({ license }: { license: BusinessLicense }) {
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1">
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-base font-medium">{license.name}</span>
        <Badge tone={STATE_TONES[license.state]} className="shrink-0">
          {STATE_LABELS[license.state]}
        </Badge>
      </span>
      <span className="flex gap-2 text-xs text-muted">
        <span className="min-w-0 flex-1 truncate">
          {[KIND_LABELS[license.kind], license.number].filter(Boolean).join(' · ')}
        </span>
        {license.expiresOn && <DayText value={license.expiresOn} className="shrink-0" />}
      </span>
    </span>
  );
}
