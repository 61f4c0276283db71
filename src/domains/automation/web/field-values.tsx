import { Fragment, type ReactNode } from 'react';
import { dateFormat, money } from '../../../web/ui/format.ts';
import { DayText } from '../../../web/ui/time.tsx';
import type { DryField } from '../contract/workflows.ts';

const when = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Fields that a step set or that started a run, as a timeline shows them. */
export function Filled({ fields }: { fields: readonly DryField[] }) {
  return (
    <dl className="mt-1 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs">
      {fields.map(({ label, ...field }, n) => (
        <Fragment key={n}>
          <dt className="text-muted">{label}</dt>
          <dd className="break-words whitespace-pre-wrap">{valueWords(field)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function valueWords({ value, kind, currency }: Omit<DryField, 'label'>): ReactNode {
  if (value === '') return <span className="text-muted">blank</span>;
  switch (kind) {
    case 'day':
      return <DayText value={value} />;
    case 'instant':
      return <time dateTime={value}>{when.format(new Date(value))}</time>;
    case 'number':
      return Number(value).toLocaleString();
    case 'money':
      return money(value, currency ?? 'USD');
    default:
      return value;
  }
}

/** Technical details for troubleshooting. */
export function Data({ label, value }: { label: string; value: unknown }) {
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-xs text-muted">{label}</summary>
      <pre className="mt-1 rounded-md bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap">
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
