import ArrowLeft from 'lucide-react/icons/arrow-left';
import Merge from 'lucide-react/icons/merge';
import SkipForward from 'lucide-react/icons/skip-forward';
import X from 'lucide-react/icons/x';
import { lazy, Suspense, useState } from 'react';
import { Link } from '../../../../web/router/link.tsx';
import { Badge } from '../../../../web/ui/badge.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { cx } from '../../../../web/ui/cx.ts';
import { Kbd } from '../../../../web/ui/kbd.tsx';
import { RelativeTime } from '../../../../web/ui/time.tsx';
import type { DuplicatePair, DuplicateReason, DuplicateSide } from '../../contract/duplicates.ts';
import { phoneText } from '../../../../records/web/format.ts';
import { FIELD_WORDS, ONE_WORDS, pageOf, reasonText, sureness } from './labels.ts';

const ReviewMerge = lazy(() => import('./review-merge.tsx'));

interface PairViewProps {
  pair: DuplicatePair;
  busy: boolean;
  onMerge: () => void;
  onDismiss: () => void;
  onReopen: () => void;
  onSkip: () => void;
  /** They were merged field by field. */
  onMerged: () => void;
  /** Back to the list, where there is no room for both. */
  onBack: () => void;
}

/** Two entries side by side, why they may be one, and what to do about it. */
export function PairView({ pair, busy, onMerge, onDismiss, onReopen, onSkip, onMerged, onBack }: PairViewProps) {
  const [reviewing, setReviewing] = useState(false);
  const { kind, keep, other, score, reasons, state } = pair;
  const fields = [...new Set([...keep.values, ...other.values].map(({ field }) => field))];
  const { word, tone } = sureness(score);
  return (
    <section aria-label={`${keep.name} and ${other.name}`} data-testid="record" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2 lg:hidden">
        <Button variant="ghost" icon={<ArrowLeft />} onClick={onBack}>
          All pairs
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{ONE_WORDS[kind]}</Badge>
        <Badge tone={tone} className="tabular">
          {score} {word}
        </Badge>
        <div className="ml-auto flex flex-wrap gap-2">
          {state === 'dismissed' ? (
            <Button loading={busy} onClick={onReopen}>
              Return to queue
            </Button>
          ) : (
            <>
              <Button icon={<SkipForward />} aria-keyshortcuts="s" onClick={onSkip}>
                Skip
                <span className="max-lg:hidden">
                  {' '}
                  <Kbd>S</Kbd>
                </span>
              </Button>
              <Button icon={<X />} disabled={busy} aria-keyshortcuts="n" onClick={onDismiss}>
                Not the same
                <span className="max-lg:hidden">
                  {' '}
                  <Kbd>N</Kbd>
                </span>
              </Button>
              <Button variant="primary" icon={<Merge />} loading={busy} aria-keyshortcuts="m" onClick={onMerge}>
                {kind === 'lead_contact' ? 'Convert to this contact' : 'Merge'}
              </Button>
            </>
          )}
        </div>
      </div>
      <div className="overflow-x-auto rounded-lg border border-line">
        <table className="w-full table-fixed text-sm">
          <caption className="sr-only">The two records, field by field</caption>
          <thead>
            <tr className="border-b border-line bg-sunken text-left align-top">
              <th scope="col" className="w-20 px-3 py-2 text-xs font-normal text-muted sm:w-28">
                Field
              </th>
              <Head side={keep} note={kind === 'lead_contact' ? 'The contact' : 'Kept'} />
              <Head side={other} note={kind === 'lead_contact' ? 'The lead' : 'Merged into it'} />
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {fields.map((field) => (
              <Row
                key={field}
                field={field}
                keep={valueOf(keep, field)}
                other={valueOf(other, field)}
                reason={reasons.find((one) => one.field === field)}
              />
            ))}
            <tr>
              <th scope="row" className="px-3 py-2 text-left text-xs font-normal text-muted">
                Created
              </th>
              <td className="px-3 py-2">
                <RelativeTime value={keep.createdAt} />
              </td>
              <td className="px-3 py-2">
                <RelativeTime value={other.createdAt} />
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      <div>
        <h2 className="mb-1.5 text-sm font-semibold">Why</h2>
        <ul className="flex flex-wrap gap-1.5">
          {reasons.map((reason) => (
            <li
              key={reason.field}
              className={cx(
                'tabular inline-flex items-center gap-1.5 rounded-full border px-2.5 py-1 text-xs',
                reason.points > 0 ? 'border-success text-success-ink' : 'border-line text-muted',
              )}
            >
              <span>{reasonText(reason)}</span>
              <span aria-label={`${reason.points} points`}>
                {reason.points > 0 ? `+${reason.points}` : `−${-reason.points}`}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {state === 'open' && (
        <p className="text-sm text-muted">
          {kind === 'lead_contact' ? (
            'The contact keeps its values and gets missing ones from the lead, along with its notes, files, and activities.'
          ) : (
            <>
              Blank fields are filled, lists are combined, and linked records move over. If both have a value, the kept
              record’s value is used:{' '}
              <button
                type="button"
                className="text-accent-ink underline underline-offset-2 pointer-coarse:min-h-11"
                onClick={() => setReviewing(true)}
              >
                choose field by field
              </button>
            </>
          )}
        </p>
      )}
      {reviewing && (
        <Suspense fallback={null}>
          <ReviewMerge
            kind={pair.keep.kind}
            keepId={pair.keep.id}
            otherId={pair.other.id}
            onClose={() => setReviewing(false)}
            onMerged={() => {
              setReviewing(false);
              onMerged();
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

const valueOf = ({ values }: DuplicateSide, field: string) => values.find((one) => one.field === field)?.value ?? '';

function Head({ side, note }: { side: DuplicateSide; note: string }) {
  return (
    <th scope="col" className="px-3 py-2 font-normal">
      <span className="block text-xs text-muted">{note}</span>
      <Link to={pageOf(side)} className="block truncate font-medium text-ink hover:underline" title={side.name}>
        {side.name}
      </Link>
    </th>
  );
}

const CLOSE: ReadonlySet<DuplicateReason['kind']> = new Set([
  'form',
  'close',
  'initial',
  'swapped',
  'part',
  'same_local',
  'domain',
]);

/** Green where the field speaks for one, amber where nearly so, plain where it says nothing or the opposite. */
function Row({
  field,
  keep,
  other,
  reason,
}: {
  field: string;
  keep: string;
  other: string;
  reason: DuplicateReason | undefined;
}) {
  const tone = reason?.kind === 'same' ? 'bg-success-soft' : reason && CLOSE.has(reason.kind) ? 'bg-warning-soft' : '';
  const text = (value: string) =>
    value === '' ? (
      <span className="text-muted">–</span>
    ) : field === 'phone' ? (
      value
        .split(', ')
        .map((one) => phoneText({ value: one }))
        .join(', ')
    ) : (
      value
    );
  return (
    <tr>
      <th scope="row" className="px-3 py-2 text-left align-top text-xs leading-5 font-normal text-muted">
        {FIELD_WORDS[field] ?? field}
      </th>
      <td className={cx('px-3 py-2 align-top break-words', tone)}>{text(keep)}</td>
      <td className={cx('px-3 py-2 align-top break-words', tone)}>{text(other)}</td>
    </tr>
  );
}
