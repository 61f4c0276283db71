import Plus from 'lucide-react/icons/plus';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Menu, MenuItem } from '../../../web/ui/dropdown-menu.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import type { BlockOf, FormFieldKind, FunnelField } from '../contract.ts';
import { newKey, removeField, withoutBrokenConditions } from '../engine/edit.ts';
import { FIELD_LABELS } from './labels.ts';
import { ItemButtons } from './item-buttons.tsx';

/** The server says so, too. */
const MAX_FIELDS = 20;
const OWN: ReadonlySet<FormFieldKind> = new Set(['text', 'choice', 'checkbox']);

interface FormFieldsProps {
  block: BlockOf<'form'>;
  onBlock: (block: BlockOf<'form'>, what: string) => void;
}

/** Fields of a form, its consent, and its button. */
export function FormFields({ block, onBlock }: FormFieldsProps) {
  const { fields } = block;
  const setFields = (next: readonly FunnelField[], what = '') =>
    onBlock({ ...block, fields: withoutBrokenConditions(next) }, what);
  const left = (Object.keys(FIELD_LABELS) as FormFieldKind[]).filter(
    (kind) => OWN.has(kind) || !fields.some((field) => field.kind === kind),
  );
  const add = (kind: FormFieldKind) =>
    setFields([
      ...fields,
      {
        id: newKey(),
        kind,
        label: OWN.has(kind) ? 'Your question' : FIELD_LABELS[kind],
        required: false,
        options: kind === 'choice' ? ['First option', 'Second option'] : [],
        page: false,
        when: null,
      },
    ]);
  return (
    <>
      <section className="grid grid-cols-1 gap-2">
        <h3 className="text-sm font-medium">Fields</h3>
        {fields.map((field, n) => (
          <details key={field.id} className="rounded-md border border-line">
            <summary className="cursor-pointer truncate px-3 py-2 text-sm">
              {field.label || FIELD_LABELS[field.kind]}
              {field.required && ' *'}
            </summary>
            <div className="grid gap-3 border-t border-line p-3">
              <FieldSettings
                field={field}
                earlier={fields.slice(0, n)}
                onField={(next, what) => setFields(fields.with(n, next), `${block.id} ${field.id} ${what}`)}
              />
              <ItemButtons
                items={fields}
                at={n}
                one="field"
                keepsOne
                onMove={setFields}
                onDelete={() => setFields(removeField(fields, field.id))}
              />
            </div>
          </details>
        ))}
        {fields.length < MAX_FIELDS && (
          <div>
            <Menu
              align="start"
              trigger={
                <Button size="sm" icon={<Plus />}>
                  Add field
                </Button>
              }
            >
              {left.map((kind) => (
                <MenuItem key={kind} onSelect={() => add(kind)}>
                  {FIELD_LABELS[kind]}
                </MenuItem>
              ))}
            </Menu>
          </div>
        )}
      </section>
      <Field label="Consent" hint="Visitors must check it. The exact wording is kept as proof with the lead.">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={500}
            value={block.consent}
            onChange={(event) => onBlock({ ...block, consent: event.target.value }, `${block.id} consent`)}
          />
        )}
      </Field>
      <Field label="Button">
        {(control) => (
          <Input
            {...control}
            maxLength={60}
            value={block.button}
            onChange={(event) => onBlock({ ...block, button: event.target.value }, `${block.id} button`)}
          />
        )}
      </Field>
    </>
  );
}

const optionsOf = (text: string): string[] =>
  [...new Set(text.split('\n').map((one) => one.trim().slice(0, 120)))].filter((one) => one !== '').slice(0, 20);

interface FieldSettingsProps {
  field: FunnelField;
  earlier: readonly FunnelField[];
  onField: (field: FunnelField, what: string) => void;
}

function FieldSettings({ field, earlier, onField }: FieldSettingsProps) {
  const askable = earlier.filter(({ kind }) => kind === 'choice' || kind === 'checkbox');
  const conditions = askable.flatMap((one) =>
    (one.kind === 'checkbox' ? ['yes'] : one.options).map((is) => ({
      value: JSON.stringify([one.id, is]),
      label: one.kind === 'checkbox' ? `“${one.label}” is checked` : `“${one.label}” is “${is}”`,
    })),
  );
  return (
    <>
      <Field label="Label" required>
        {(control) => (
          <Input
            {...control}
            maxLength={120}
            value={field.label}
            onChange={(event) => onField({ ...field, label: event.target.value }, 'label')}
          />
        )}
      </Field>
      {field.kind === 'choice' && (
        <Field label="Options" hint="One per line.">
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              defaultValue={field.options.join('\n')}
              onChange={(event) => onField({ ...field, options: optionsOf(event.target.value) }, 'options')}
            />
          )}
        </Field>
      )}
      <Checkbox
        label="Required"
        checked={field.required}
        onChange={(event) => onField({ ...field, required: event.target.checked }, 'required')}
      />
      {earlier.length > 0 && (
        <Checkbox
          label="Start a new page of the form here"
          checked={field.page}
          onChange={(event) => onField({ ...field, page: event.target.checked }, 'page')}
        />
      )}
      {conditions.length > 0 && (
        <Field label="Show only if">
          {(control) => (
            <Select
              {...control}
              placeholder="Always shown"
              options={conditions}
              value={field.when ? JSON.stringify([field.when.field, field.when.is]) : ''}
              onChange={(event) => {
                const [asked, is] =
                  event.target.value === '' ? [] : (JSON.parse(event.target.value) as [string, string]);
                onField(
                  { ...field, when: asked === undefined || is === undefined ? null : { field: asked, is } },
                  'when',
                );
              }}
            />
          )}
        </Field>
      )}
    </>
  );
}
