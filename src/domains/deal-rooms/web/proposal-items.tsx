import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { plainDecimal } from '../../../web/form/typed-decimal.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { money } from '../../../web/ui/format.ts';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { lineNet, proposalTotals } from '../engine/totals.ts';
import { type DraftLine, newLine, type ProposalForm } from './proposal-draft.ts';

const FIGURES = [
  ['quantity', 'Quantity'],
  ['unitPrice', 'Unit price'],
  ['discount', 'Discount %'],
  ['tax', 'Tax %'],
] as const;
const NUMBER = /^\d{1,15}(?:\.\d{1,4})?$/;
const PERCENT = /^(?:100(?:\.0{1,4})?|\d{1,2}(?:\.\d{1,4})?)$/;
const GRID =
  'grid grid-cols-[minmax(9rem,1fr)_5rem_7rem_5.5rem_4.5rem_7rem_auto] items-center gap-2 max-md:grid-cols-2';

/** A line in exact figures; undefined while something in it is no number. */
export function pricedLine(line: DraftLine): DraftLine | undefined {
  const figure = (text: string) => plainDecimal(text || '0').trim();
  const priced = {
    ...line,
    quantity: figure(line.quantity),
    unitPrice: figure(line.unitPrice),
    discount: figure(line.discount),
    tax: figure(line.tax),
  };
  const isRight =
    NUMBER.test(priced.quantity) &&
    NUMBER.test(priced.unitPrice) &&
    PERCENT.test(priced.discount) &&
    PERCENT.test(priced.tax);
  return isRight ? priced : undefined;
}

/** Priced items, some of which the buyer may leave out. */
export function ProposalItems({
  form: { lines, currency },
  onChange,
}: {
  form: ProposalForm;
  onChange: (lines: DraftLine[]) => void;
}) {
  const change = (id: string, part: Partial<DraftLine>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...part } : line)));
  return (
    <section aria-labelledby="items" className="grid gap-2">
      <h3 id="items" className="text-sm font-semibold">
        Items
      </h3>
      {lines.length > 0 && (
        <div className={`${GRID} px-2 text-xs text-muted max-md:hidden`} aria-hidden="true">
          <span>Item</span>
          {FIGURES.map(([, label]) => (
            <span key={label} className="text-right">
              {label}
            </span>
          ))}
          <span className="text-right">Net</span>
          <span className="w-27" />
        </div>
      )}
      {lines.map((line, index) => {
        const priced = pricedLine(line);
        return (
          <fieldset key={line.id} className={`${GRID} min-w-0 rounded-lg border border-line p-2`}>
            <legend className="sr-only">Item {index + 1}</legend>
            <Input
              className="max-md:col-span-2"
              aria-label="Item"
              placeholder="Item"
              maxLength={200}
              value={line.product}
              onChange={(event) => change(line.id, { product: event.target.value })}
            />
            {FIGURES.map(([field, label]) => (
              <Input
                key={field}
                aria-label={label}
                title={label}
                placeholder={label}
                inputMode="decimal"
                className="text-right"
                value={line[field]}
                onChange={(event) => change(line.id, { [field]: event.target.value })}
              />
            ))}
            <span className="tabular px-1 text-right text-sm font-medium">
              {priced && isKnown(currency) ? money(lineNet(priced, currency), currency) : '–'}
            </span>
            <span className="flex items-center gap-1">
              <Checkbox
                label="Optional"
                checked={line.optional}
                onChange={(event) => change(line.id, { optional: event.target.checked })}
              />
              <IconButton
                label={`Remove ${line.product || 'the item'}`}
                icon={<Trash2 />}
                onClick={() => onChange(lines.filter((one) => one !== line))}
              />
            </span>
            <Input
              className="col-span-full"
              aria-label="Description of the item"
              placeholder="Description"
              maxLength={1_000}
              value={line.description}
              onChange={(event) => change(line.id, { description: event.target.value })}
            />
          </fieldset>
        );
      })}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button size="sm" icon={<Plus />} onClick={() => onChange([...lines, newLine(lines.at(-1)?.tax)])}>
          Add item
        </Button>
        <Sums lines={lines} currency={currency} />
      </div>
    </section>
  );
}

/** Whether the currency’s smallest unit is known, so that amounts can be rounded to it. */
function isKnown(currency: string): boolean {
  try {
    proposalTotals([], new Set(), currency);
    return true;
  } catch {
    return false;
  }
}

/** Totals without and with every option; undefined while they cannot be worked out. */
export function totalsOfForm({ lines, currency }: Pick<ProposalForm, 'lines' | 'currency'>) {
  const priced = lines.map(pricedLine);
  if (!isKnown(currency) || priced.includes(undefined)) return undefined;
  const known = priced.filter((line) => line !== undefined);
  const optional = new Set(known.filter((line) => line.optional).map(({ id }) => id));
  return { least: proposalTotals(known, new Set(), currency), most: proposalTotals(known, optional, currency) };
}

function Sums({ lines, currency }: { lines: DraftLine[]; currency: string }) {
  const totals = totalsOfForm({ lines, currency });
  if (!totals) return <p className="text-sm text-muted">Enter numbers such as 99.90 to see the total.</p>;
  const hasOptions = totals.least.total !== totals.most.total;
  return (
    <p className="tabular text-sm">
      Net {money(totals.least.net, currency)} · Tax {money(totals.least.tax, currency)} ·{' '}
      <strong>Total {money(totals.least.total, currency)}</strong>
      {hasOptions && <span className="text-muted"> (with all options {money(totals.most.total, currency)})</span>}
    </p>
  );
}
