import { counted, money } from '../../../web/ui/format.ts';
import type { BroadcastPreview } from '../contract/broadcasts.ts';

/** Recipients of a broadcast, reasons why others are left out, and the cost. */
export function BroadcastReach({ preview, segmentPrice }: { preview: BroadcastPreview; segmentPrice: string | null }) {
  const { total, wouldGo, later, refused, segments, cost, currency } = preview;
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-base font-semibold">
        Goes to {wouldGo.toLocaleString()} of {counted(total, 'contact')}
      </p>
      {later > 0 && <p>{later.toLocaleString()} of them get it after quiet hours.</p>}
      {wouldGo > 0 && (
        <p>
          {counted(segments, 'segment')}
          {cost !== null && segmentPrice !== null && (
            <>
              {' '}
              at {segmentPrice} {currency} each: about <span className="font-medium">{money(cost, currency)}</span>
            </>
          )}
        </p>
      )}
      {refused.length > 0 && (
        <ul aria-label="Not sent to" className="grid gap-1">
          {refused.map(({ reason, label, count, examples }) => (
            <li key={reason} className="text-muted">
              <span className="font-medium text-ink">{count.toLocaleString()}</span> not: {label}
              {examples.length > 0 && <span> For example {examples.join(', ')}.</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
