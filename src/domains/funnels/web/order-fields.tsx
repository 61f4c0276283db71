import Plus from 'lucide-react/icons/plus';
import { CURRENCIES } from '../../../kernel/money/currencies.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { BlockOf } from '../contract.ts';
import { newKey } from '../engine/edit.ts';
import { ItemButtons } from './item-buttons.tsx';

type Product = BlockOf<'order'>['items'][number];

/** The server says so, too. */
const MAX_PRODUCTS = 12;
const MAX_QUANTITY = 99;
const CURRENCY_OPTIONS = CURRENCIES.map((code) => ({ value: code, label: code }));

interface OrderFieldsProps {
  block: BlockOf<'order'>;
  onBlock: (block: BlockOf<'order'>, what: string) => void;
}

/** Products of an order form, its consent, and its button. */
export function OrderFields({ block, onBlock }: OrderFieldsProps) {
  const { items, currency, consent, button } = block;
  const setItems = (next: readonly Product[], what = '') => onBlock({ ...block, items: [...next] }, what);
  return (
    <>
      <Field label="Currency">
        {(control) => (
          <Select
            {...control}
            value={currency}
            options={CURRENCY_OPTIONS}
            onChange={(event) => onBlock({ ...block, currency: event.target.value }, `${block.id} currency`)}
          />
        )}
      </Field>
      <section className="grid grid-cols-1 gap-2">
        <h3 className="text-sm font-medium">Products</h3>
        <p className="text-xs text-muted">Visitors choose one product, and any extras.</p>
        {items.map((product, n) => (
          <details key={product.id} className="rounded-md border border-line">
            <summary className="cursor-pointer truncate px-3 py-2 text-sm">
              {product.name || `Product ${n + 1}`}
              {product.bump && <span className="text-muted"> (extra)</span>}
            </summary>
            <div className="grid gap-3 border-t border-line p-3">
              <ProductSettings
                product={product}
                currency={currency}
                onProduct={(next, what) => setItems(items.with(n, next), `${block.id} ${product.id} ${what}`)}
              />
              <ItemButtons
                items={items}
                at={n}
                one="product"
                onMove={setItems}
                onDelete={() => setItems(items.toSpliced(n, 1))}
              />
            </div>
          </details>
        ))}
        {items.length < MAX_PRODUCTS && (
          <div>
            <Button
              size="sm"
              icon={<Plus />}
              onClick={() =>
                setItems([...items, { id: newKey(), name: '', text: '', price: '', most: 1, bump: false }])
              }
            >
              Add product
            </Button>
          </div>
        )}
      </section>
      <Field label="Consent" hint="Visitors must check it. The exact wording is kept with the order.">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={500}
            value={consent}
            onChange={(event) => onBlock({ ...block, consent: event.target.value }, `${block.id} consent`)}
          />
        )}
      </Field>
      <Field label="Button" hint="It must say that the order costs money.">
        {(control) => (
          <Input
            {...control}
            maxLength={60}
            value={button}
            onChange={(event) => onBlock({ ...block, button: event.target.value }, `${block.id} button`)}
          />
        )}
      </Field>
    </>
  );
}

interface ProductSettingsProps {
  product: Product;
  currency: string;
  onProduct: (product: Product, what: string) => void;
}

function ProductSettings({ product, currency, onProduct }: ProductSettingsProps) {
  return (
    <>
      <Field label="Name" required>
        {(control) => (
          <Input
            {...control}
            maxLength={120}
            value={product.name}
            onChange={(event) => onProduct({ ...product, name: event.target.value }, 'name')}
          />
        )}
      </Field>
      <Field label={`Price (${currency})`} required hint="One-time, with tax.">
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            maxLength={16}
            value={product.price}
            onChange={(event) => onProduct({ ...product, price: event.target.value.trim() }, 'price')}
          />
        )}
      </Field>
      <Field label="Description">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={500}
            value={product.text}
            onChange={(event) => onProduct({ ...product, text: event.target.value }, 'text')}
          />
        )}
      </Field>
      <Checkbox
        label="Extra that visitors can add to their product"
        checked={product.bump}
        onChange={(event) =>
          onProduct({ ...product, bump: event.target.checked, ...(event.target.checked && { most: 1 }) }, 'bump')
        }
      />
      {!product.bump && (
        <Field label="Largest quantity" hint="1: visitors choose no quantity.">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={MAX_QUANTITY}
              value={product.most}
              onChange={(event) =>
                onProduct(
                  {
                    ...product,
                    most: Math.min(MAX_QUANTITY, Math.max(1, Math.trunc(Number(event.target.value)) || 1)),
                  },
                  'most',
                )
              }
            />
          )}
        </Field>
      )}
    </>
  );
}
