import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Package from 'lucide-react/icons/package';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, messageFor } from '../../../../../web/api/error.ts';
import { request } from '../../../../../web/api/request.ts';
import { useUnsavedGuard } from '../../../../../web/form/unsaved.ts';
import { Button } from '../../../../../web/ui/button.tsx';
import { Combobox } from '../../../../../web/ui/combobox.tsx';
import { FieldError } from '../../../../../web/ui/field.tsx';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { Input } from '../../../../../web/ui/input.tsx';
import { EmptyState } from '../../../../../web/ui/states.tsx';
import type { Option } from '../../../../../web/ui/use-options.ts';
import { type Opportunity, opportunities } from '../../../contract/opportunities.ts';
import { totalsOf } from '../../../engine/opportunities/amounts.ts';
import { parseAmount } from '../../../engine/opportunities/typed-amount.ts';
import { money } from '../../../../../records/web/format.ts';
import type { SaveOpportunity } from './save.ts';

interface DraftLine {
  key: string;
  product: string;
  quantity: string;
  unitPrice: string;
  discount: string;
  tax: string;
}

const FIGURES = [
  ['quantity', 'Quantity'],
  ['unitPrice', 'Unit price'],
  ['discount', 'Discount %'],
  ['tax', 'Tax %'],
] as const;
const GRID =
  'grid grid-cols-[minmax(9rem,1fr)_5.5rem_7rem_5.5rem_5rem_7.5rem_6rem] items-center gap-2 max-md:grid-cols-2';

const draftOf = (opportunity: Opportunity): DraftLine[] =>
  opportunity.lines.map(({ id, product, quantity, unitPrice, discount, tax }) => ({
    key: id,
    product,
    quantity,
    unitPrice,
    discount,
    tax,
  }));

/** The entered values in the server's notation; undefined while one is not a number. */
function entryOf({ product, quantity, unitPrice, discount, tax }: DraftLine) {
  const figures = [
    parseAmount(quantity || '1'),
    parseAmount(unitPrice || '0'),
    parseAmount(discount || '0'),
    parseAmount(tax || '0'),
  ] as const;
  if (figures.some((figure) => figure === undefined)) return undefined;
  const [amount, price, off, rate] = figures as [string, string, string, string];
  return { product: product.trim(), quantity: amount, unitPrice: price, discount: off, tax: rate };
}

/**
 * Products, each with quantity, price, discount and tax. While there are any, the amount of the opportunity is their
 * net sum.
 */
export function Lines({
  opportunity,
  save,
  readOnly,
}: {
  opportunity: Opportunity;
  save: SaveOpportunity;
  readOnly: boolean;
}) {
  const { currency } = opportunity;
  const [draft, setDraft] = useState<DraftLine[] | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [saving, setSaving] = useState(false);
  useUnsavedGuard(draft !== null && !saving);
  // The opportunity as it was when its products began to be changed: what others change in them meanwhile is asked
  // about.
  const opened = useRef(opportunity);
  useEffect(() => {
    if (draft === null) opened.current = opportunity;
  }, [draft, opportunity]);
  const lines = draft ?? draftOf(opportunity);
  const entries = lines.map(entryOf);
  const complete = entries.every((entry) => entry !== undefined);
  const totals = useMemo(
    () =>
      totalsOf(
        entries.filter((entry) => entry !== undefined),
        currency,
      ),
    [entries, currency],
  );
  const known = useKnownProducts();

  const change = (key: string, part: Partial<DraftLine>) =>
    setDraft(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  const move = (index: number, step: -1 | 1) => {
    const next = [...lines];
    [next[index], next[index + step]] = [next[index + step]!, next[index]!];
    setDraft(next);
  };
  const add = () =>
    setDraft([
      ...lines,
      {
        key: crypto.randomUUID(),
        product: '',
        quantity: '1',
        unitPrice: '',
        discount: '0',
        tax: lines.at(-1)?.tax ?? '0',
      },
    ]);
  const submit = async () => {
    if (!complete) return setProblems(['Enter numbers such as 99.90.']);
    if (lines.some((line) => line.product.trim() === ''))
      return setProblems(['Enter a name for each product, or remove its line.']);
    setSaving(true);
    try {
      await save({ fields: { lines: entries } }, opened.current);
      setDraft(null);
      setProblems([]);
    } catch (error) {
      setProblems(
        error instanceof ApiError && error.fields.length > 0
          ? error.fields.map(({ message }) => message)
          : [messageFor(error, 'The products could not be saved.')],
      );
    } finally {
      setSaving(false);
    }
  };
  return (
    <section aria-label="Products">
      {lines.length === 0 && (
        <EmptyState
          icon={<Package />}
          title="No products"
          action={
            !readOnly && (
              <Button icon={<Plus />} onClick={add}>
                Add product
              </Button>
            )
          }
          className="py-6!"
        >
          With products, the amount is their total. Without, you enter it yourself.
        </EmptyState>
      )}
      {lines.length > 0 && (
        <div className="grid gap-2 overflow-x-auto">
          <div className={`${GRID} px-1 text-xs text-muted max-md:hidden`} aria-hidden="true">
            <span>Product</span>
            {FIGURES.map(([, label]) => (
              <span key={label} className="text-right">
                {label}
              </span>
            ))}
            <span className="text-right">Net</span>
            <span />
          </div>
          {lines.map((line, index) => (
            <fieldset
              key={line.key}
              className={`${GRID} min-w-0 rounded-lg border border-line p-1`}
              disabled={readOnly}
            >
              <legend className="sr-only">Product {index + 1}</legend>
              <div className="max-md:col-span-2">
                <Combobox
                  label="Product"
                  source={known.search}
                  allowNew={(text) => `“${text}”`}
                  value={line.product ? { value: line.product, label: line.product } : null}
                  placeholder="Product"
                  onChange={(option) =>
                    change(line.key, {
                      product: option?.label ?? '',
                      ...(option && known.priceOf(option.value, currency)),
                    })
                  }
                />
              </div>
              {FIGURES.map(([field, label]) => (
                <Input
                  key={field}
                  aria-label={label}
                  inputMode="decimal"
                  className="text-right"
                  value={line[field]}
                  aria-invalid={parseAmount(line[field] || '0') === undefined || undefined}
                  onChange={(event) => change(line.key, { [field]: event.target.value })}
                />
              ))}
              <span className="tabular px-1 text-right text-sm font-medium">
                {entries[index] ? money(totalsOf([entries[index]], currency).net, currency) : '–'}
              </span>
              <span className="flex justify-end" data-noprint>
                <IconButton
                  size="sm"
                  label={`Move ${line.product || 'the product'} up`}
                  icon={<ArrowUp />}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  size="sm"
                  label={`Move ${line.product || 'the product'} down`}
                  icon={<ArrowDown />}
                  disabled={index === lines.length - 1}
                  onClick={() => move(index, 1)}
                />
                <IconButton
                  size="sm"
                  label={`Remove ${line.product || 'the product'}`}
                  icon={<Trash2 />}
                  onClick={() => setDraft(lines.filter((one) => one !== line))}
                />
              </span>
            </fieldset>
          ))}
        </div>
      )}
      {lines.length > 0 && <Sums totals={totals} currency={currency} />}
      {problems.length > 0 && (
        <div role="alert" className="mt-2">
          {problems.map((problem) => (
            <FieldError key={problem}>{problem}</FieldError>
          ))}
        </div>
      )}
      {!readOnly && lines.length + (draft?.length ?? 0) > 0 && (
        <Button className="mt-3" icon={<Plus />} onClick={add}>
          Add product
        </Button>
      )}
      {draft && (
        <div
          className="sticky bottom-(--shell-bar) mt-3 flex justify-end gap-2 border-t border-line bg-canvas py-3"
          data-noprint
        >
          <Button
            onClick={() => {
              setDraft(null);
              setProblems([]);
            }}
          >
            Discard
          </Button>
          <Button variant="primary" loading={saving} onClick={() => void submit()}>
            Save products
          </Button>
        </div>
      )}
    </section>
  );
}

function Sums({ totals, currency }: { totals: Opportunity['totals']; currency: string }) {
  const rows = [
    ['List price', totals.list],
    ['Discount', totals.discount],
    ['Net amount', totals.net],
    ['Tax', totals.tax],
    ['Total with tax', totals.gross],
  ] as const;
  return (
    <dl className="mt-3 ml-auto grid max-w-72 grid-cols-2 gap-y-1 text-sm">
      {rows.map(([label, amount]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className={`tabular text-right ${label.startsWith('Net') ? 'font-semibold' : ''}`}>
            {money(amount, currency)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Products of earlier lines as choices, with what they cost last. */
function useKnownProducts() {
  const [prices] = useState(() => new Map<string, { unitPrice: string; currency: string; tax: string }>());
  const search = useCallback(
    async (query: string, signal: AbortSignal): Promise<Option[]> => {
      const { items } = await request(opportunities.products, { query: { search: query.trim() || undefined }, signal });
      for (const item of items) prices.set(item.product, item);
      return items.map((item) => ({
        value: item.product,
        label: item.product,
        detail: money(item.unitPrice, item.currency),
      }));
    },
    [prices],
  );
  const priceOf = useCallback(
    (product: string, currency: string) => {
      const known = prices.get(product);
      return known && { tax: known.tax, ...(known.currency === currency && { unitPrice: known.unitPrice }) };
    },
    [prices],
  );
  return { search, priceOf };
}
