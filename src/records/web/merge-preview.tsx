import type { MergeMove, MergePreview } from '../contract/merge.ts';
import { counted } from './format.ts';
import type { FieldWords } from './field-labels.ts';

const MOVES: Record<MergeMove, readonly [one: string, many: string]> = {
  notes: ['note', 'notes'],
  files: ['file', 'files'],
  contacts: ['contact', 'contacts'],
  opportunities: ['opportunity', 'opportunities'],
  activities: ['activity', 'activities'],
  leads: ['lead', 'leads'],
  roles: ['opportunity role', 'opportunity roles'],
  attendances: ['meeting attendance', 'meeting attendances'],
  entries: ['form entry', 'form entries'],
  submissions: ['funnel submission', 'funnel submissions'],
  orders: ['order', 'orders'],
};

interface MergePreviewProps {
  one: string;
  /** Without `moves`, linked records are not mentioned. */
  preview: Omit<MergePreview, 'moves'> & Partial<Pick<MergePreview, 'moves'>>;
  /** Captions of the two values. */
  sides?: Readonly<Record<'keep' | 'merge', string>>;
  choose: Readonly<Record<string, 'keep' | 'merge'>>;
  words: FieldWords;
  onChoose: (field: string, whose: 'keep' | 'merge') => void;
}

/** Where both have a value, which one wins; what the kept record will hold; and what moves over. */
export function MergePreviewParts({
  one,
  preview: { result, conflicts, moves },
  sides,
  choose,
  words,
  onChoose,
}: MergePreviewProps) {
  const moved = Object.entries(moves ?? {}).map(([what, count]) => counted(count, ...MOVES[what as MergeMove]));
  return (
    <div className="grid gap-3 text-sm">
      {conflicts.map(({ field, keep, merge }) => (
        <fieldset key={field} className="min-w-0">
          <legend className="mb-1 text-sm font-medium first-letter:uppercase">{words.labelOf(field)}</legend>
          <div className="grid gap-1.5 sm:grid-cols-2">
            {(
              [
                ['keep', keep],
                ['merge', merge],
              ] as const
            ).map(([whose, text]) => (
              <label
                key={whose}
                className="flex cursor-pointer items-start gap-2 rounded-md border border-line p-2 has-checked:border-accent has-checked:bg-accent-soft"
              >
                <input
                  type="radio"
                  name={`merge-${field}`}
                  checked={(choose[field] ?? 'keep') === whose}
                  onChange={() => onChoose(field, whose)}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className="line-clamp-4 min-w-0 break-words">
                  {sides && <span className="block text-xs text-muted">{sides[whose]}</span>}
                  {text}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="rounded-md bg-sunken p-3">
        <p className="font-medium">The merged {one}</p>
        <dl className="mt-1 grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          {result.map(({ field, value }) => (
            <div key={field} className="contents">
              <dt className="text-xs leading-5 text-muted first-letter:uppercase">{words.labelOf(field)}</dt>
              <dd className="line-clamp-2 break-words">{value}</dd>
            </div>
          ))}
        </dl>
        {moves && (
          <p className="mt-2 text-muted">
            {moved.length > 0 ? `Also moved: ${moved.join(', ')}.` : 'No linked records to move.'}
          </p>
        )}
      </div>
    </div>
  );
}
