import Plus from 'lucide-react/icons/plus';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import type { Block, Step } from '../contract.ts';
import { setInBlock } from '../engine/edit.ts';
import { BLOCK_FIELDS, BLOCK_LISTS, type FieldSpec, itemsOf, type ListSpec } from './block-fields.ts';
import { FormFields } from './form-fields.tsx';
import { OrderFields } from './order-fields.tsx';
import { ImageField } from './image-field.tsx';
import { BLOCK_LABELS } from './labels.ts';
import { ItemButtons } from './item-buttons.tsx';

interface BlockSettingsProps {
  block: Block;
  steps: readonly Step[];
  onBlock: (block: Block, what: string) => void;
}

const LOOKS = [
  { value: 'plain', label: 'Page' },
  { value: 'tint', label: 'Tint' },
  { value: 'brand', label: 'Color' },
  { value: 'dark', label: 'Dark' },
];
const HIDING = [
  { value: 'none', label: 'All screens' },
  { value: 'phone', label: 'Tablets and desktops' },
  { value: 'desktop', label: 'Phones' },
];

/** Everything that can be set of a block. */
export function BlockSettings({ block, steps, onBlock }: BlockSettingsProps) {
  const set = (path: readonly (string | number)[], value: unknown) =>
    onBlock(setInBlock(block, path, value), `${block.id} ${path.join('.')}`);
  const values = block as unknown as Record<string, unknown>;
  const list = BLOCK_LISTS[block.type];
  return (
    <div className="grid grid-cols-1 gap-3 p-4">
      <h2 className="text-sm font-semibold">{BLOCK_LABELS[block.type]}</h2>
      {BLOCK_FIELDS[block.type].map((spec) => (
        <SpecField
          key={spec.key}
          spec={spec}
          value={values[spec.key]}
          steps={steps}
          onValue={(value) => set([spec.key], value)}
        />
      ))}
      {block.type === 'order' && <OrderFields block={block} onBlock={onBlock} />}
      {block.type === 'form' && <FormFields block={block} onBlock={onBlock} />}
      {list && <ItemList list={list} block={block} steps={steps} set={set} />}
      <div className="grid grid-cols-2 gap-2 border-t border-line pt-3">
        <Field label="Background">
          {(control) => (
            <Select
              {...control}
              value={block.look}
              options={LOOKS}
              onChange={(event) => set(['look'], event.target.value)}
            />
          )}
        </Field>
        <Field label="Show on">
          {(control) => (
            <Select
              {...control}
              value={block.hide}
              options={HIDING}
              onChange={(event) => set(['hide'], event.target.value)}
            />
          )}
        </Field>
      </div>
    </div>
  );
}

interface SpecFieldProps {
  spec: FieldSpec;
  value: unknown;
  steps: readonly Step[];
  onValue: (value: unknown) => void;
}

const SIZES = [
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Medium' },
  { value: 'large', label: 'Large' },
];

function SpecField({ spec: { label, input, max, rows = 3, hint }, value, steps, onValue }: SpecFieldProps) {
  const text = typeof value === 'string' ? value : '';
  if (input === 'toggle') return <Switch label={label} checked={value === true} onCheckedChange={onValue} />;
  if (input === 'image') return <ImageField value={text} onValue={onValue} />;
  if (input === 'target') return <TargetField label={label} value={text} steps={steps} onValue={onValue} />;
  return (
    <Field label={label} {...(hint && { hint })}>
      {(control) =>
        input === 'words' ? (
          <Textarea
            {...control}
            rows={rows}
            maxLength={max}
            value={text}
            onChange={(event) => onValue(event.target.value)}
          />
        ) : input === 'size' ? (
          <Select {...control} options={SIZES} value={text} onChange={(event) => onValue(event.target.value)} />
        ) : input === 'instant' ? (
          <Input
            {...control}
            type="datetime-local"
            value={localOf(text)}
            onChange={(event) => onValue(event.target.value === '' ? '' : new Date(event.target.value).toISOString())}
          />
        ) : (
          <Input {...control} maxLength={max} value={text} onChange={(event) => onValue(event.target.value)} />
        )
      }
    </Field>
  );
}

/** An instant in the browser's time zone, as its field takes it. */
function localOf(instant: string): string {
  if (instant === '') return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Where a button leads: a step, the form, or an address. */
function TargetField({
  label,
  value,
  steps,
  onValue,
}: Omit<SpecFieldProps, 'spec' | 'value'> & { label: string; value: string }) {
  const isAddress = value !== 'next' && value !== 'form' && !value.startsWith('step:');
  const options = [
    { value: 'next', label: 'Next step' },
    { value: 'form', label: 'The form on this step' },
    ...steps.map(({ id, name }) => ({ value: `step:${id}`, label: `Step “${name}”` })),
    { value: 'address', label: 'An address' },
  ];
  return (
    <>
      <Field label={label}>
        {(control) => (
          <Select
            {...control}
            value={isAddress ? 'address' : value}
            options={options}
            onChange={(event) => onValue(event.target.value === 'address' ? 'https://' : event.target.value)}
          />
        )}
      </Field>
      {isAddress && (
        <Field label="Address" hint="Starts with https://, mailto:, or tel:.">
          {(control) => (
            <Input {...control} maxLength={500} value={value} onChange={(event) => onValue(event.target.value)} />
          )}
        </Field>
      )}
    </>
  );
}

interface ItemListProps {
  list: ListSpec;
  block: Block;
  steps: readonly Step[];
  set: (path: readonly (string | number)[], value: unknown) => void;
}

function ItemList({ list, block, steps, set }: ItemListProps) {
  const items = itemsOf(block);
  const change = (next: unknown[]) => set(['items'], next);
  const nameOf = (item: Record<string, unknown>, n: number) => {
    const name = item[list.nameKey];
    return typeof name === 'string' && name !== ''
      ? name
      : `${list.one[0]!.toUpperCase()}${list.one.slice(1)} ${n + 1}`;
  };
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="text-sm font-medium">{list.label}</h3>
      {items.map((item, n) => (
        <details key={n} className="rounded-md border border-line">
          <summary className="cursor-pointer truncate px-3 py-2 text-sm">{nameOf(item, n)}</summary>
          <div className="grid gap-3 border-t border-line p-3">
            {list.fields.map((spec) => (
              <SpecField
                key={spec.key}
                spec={spec}
                value={item[spec.key]}
                steps={steps}
                onValue={(value) => set(['items', n, spec.key], value)}
              />
            ))}
            <ItemButtons
              items={items}
              at={n}
              one={list.one}
              onMove={change}
              onDelete={() => change(items.toSpliced(n, 1))}
            />
          </div>
        </details>
      ))}
      {items.length < list.max && (
        <div>
          <Button size="sm" icon={<Plus />} onClick={() => change([...items, list.blank])}>
            {`Add ${list.one}`}
          </Button>
        </div>
      )}
    </section>
  );
}
