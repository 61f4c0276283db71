import { useState } from 'react';
import { Checkbox } from '../../web/ui/checkbox.tsx';
import { Combobox } from '../../web/ui/combobox.tsx';
import { Field } from '../../web/ui/field.tsx';
import { Input } from '../../web/ui/input.tsx';
import { MultiCombobox } from '../../web/ui/multi-combobox.tsx';
import { Select } from '../../web/ui/select.tsx';
import type { Option } from '../../web/ui/use-options.ts';
import type { BulkAction } from '../contract/bulk.ts';
import { KINDS, type RecordKind } from '../contract/kinds.ts';
import type { CustomField } from '../contract/views.ts';
import { useCompanySearch } from './choices.ts';
import type { BulkField } from './list-kit.ts';

export type OnAction = (action: BulkAction | null) => void;

interface EditFieldsProps {
  kind: RecordKind;
  fields: readonly BulkField[];
  customFields: readonly CustomField[];
  onChange: OnAction;
}

/** Before the key of a field of one's own. */
const OWN = 'custom.';
const INPUTS: Partial<Record<CustomField['kind'], BulkField['input']>> = { number: 'number', day: 'date' };
const YES_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** A custom field as one that can be set on many. */
function customBulkField({ key, label, kind, options }: CustomField): BulkField & { several?: readonly Option[] } {
  if (kind === 'multi')
    return { name: `custom.${key}`, label, several: options.map((option) => ({ value: option, label: option })) };
  const choices =
    kind === 'select'
      ? options.map((option) => ({ value: option, label: option }))
      : kind === 'boolean'
        ? YES_NO
        : undefined;
  return { name: `custom.${key}`, label, input: INPUTS[kind] ?? 'text', ...(choices && { options: choices }) };
}

/** The change that sets one field; null clears it. */
function setOf({ name, input }: BulkField, value: string | null, isYesNo: boolean): Record<string, unknown> {
  const typed = value === null ? null : input === 'number' ? Number(value) : isYesNo ? value === 'true' : value;
  if (name.startsWith(OWN)) return { custom: { [name.slice(OWN.length)]: typed } };
  return { [name]: typed ?? (name.endsWith('Id') || input === 'number' || input === 'date' ? null : '') };
}

/** One field and what it becomes. */
export function EditFields({ kind, fields, customFields, onChange }: EditFieldsProps) {
  const searchCompanies = useCompanySearch();
  const all: (BulkField & { several?: readonly Option[] })[] = [
    ...fields,
    ...customFields.filter((field) => field.kind !== 'formula' && field.kind !== 'rollup').map(customBulkField),
  ];
  const [name, setName] = useState(all[0]?.name ?? '');
  const [text, setText] = useState('');
  const [clear, setClear] = useState(false);
  const [company, setCompany] = useState<Option | null>(null);
  const field = all.find((one) => one.name === name);
  if (!field) return null;
  const isYesNo = field.options === YES_NO;
  const set = (value: string | null) => onChange({ kind: 'edit', set: setOf(field, value, isYesNo) });

  const setValue = (value: string) => {
    setText(value);
    if (value === '') onChange(null);
    else set(value);
  };
  const setCleared = (next: boolean) => {
    setClear(next);
    setText('');
    setCompany(null);
    if (next) set(null);
    else onChange(null);
  };
  const choose = (next: string) => {
    setName(next);
    setClear(false);
    setText('');
    setCompany(null);
    onChange(null);
  };
  return (
    <>
      <Field label="Field">
        {(control) => (
          <Select
            {...control}
            value={name}
            options={all.map((one) => ({ value: one.name, label: one.label }))}
            onChange={(event) => choose(event.target.value)}
          />
        )}
      </Field>
      {field.several && (
        <ChoiceFields
          key={name}
          field={name.slice(OWN.length)}
          label={field.label}
          choices={field.several}
          onChange={onChange}
        />
      )}
      {!field.several && !clear && (
        <Field label="New value" hint={`Every selected ${KINDS[kind].one} gets this value.`}>
          {(control) => {
            if (field.input === 'company') {
              return (
                <Combobox
                  {...control}
                  label={field.label}
                  source={searchCompanies}
                  value={company}
                  onChange={(option) => {
                    setCompany(option);
                    if (option) set(option.value);
                    else onChange(null);
                  }}
                />
              );
            }
            if (field.options)
              return (
                <Select
                  {...control}
                  value={text}
                  placeholder="None"
                  options={field.options}
                  onChange={(event) => setValue(event.target.value)}
                />
              );
            return (
              <Input
                {...control}
                type={field.input ?? 'text'}
                value={text}
                onChange={(event) => setValue(event.target.value)}
              />
            );
          }}
        </Field>
      )}
      {!field.several && !field.required && (
        <Checkbox label="Clear this field" checked={clear} onChange={(event) => setCleared(event.target.checked)} />
      )}
    </>
  );
}

type ChoiceMode = 'addChoices' | 'removeChoices' | 'replace' | 'clear';
const MODES: { value: ChoiceMode; label: string; hint: string }[] = [
  { value: 'addChoices', label: 'Add choices', hint: 'Existing choices stay.' },
  { value: 'removeChoices', label: 'Remove choices', hint: 'Other choices stay.' },
  { value: 'replace', label: 'Replace all choices', hint: 'Existing choices are removed.' },
  { value: 'clear', label: 'Clear this field', hint: '' },
];

/** A field with several choices: adding and taking out leave the others as they are. */
function ChoiceFields({
  field,
  label,
  choices,
  onChange,
}: {
  field: string;
  label: string;
  choices: readonly Option[];
  onChange: OnAction;
}) {
  const [mode, setMode] = useState<ChoiceMode>('addChoices');
  const [chosen, setChosen] = useState<Option[]>([]);
  const change = (nextMode: ChoiceMode, next: Option[]) => {
    setMode(nextMode);
    setChosen(next);
    const values = next.map(({ value }) => value);
    if (nextMode === 'clear') onChange({ kind: 'edit', set: { custom: { [field]: null } } });
    else if (values.length === 0) onChange(null);
    else
      onChange(
        nextMode === 'replace'
          ? { kind: 'edit', set: { custom: { [field]: values } } }
          : { kind: nextMode, field, choices: values },
      );
  };
  return (
    <>
      <Field label="Action">
        {(control) => (
          <Select
            {...control}
            value={mode}
            options={MODES}
            onChange={(event) => change(event.target.value as ChoiceMode, chosen)}
          />
        )}
      </Field>
      {mode !== 'clear' && (
        <Field label="Choices" hint={MODES.find(({ value }) => value === mode)!.hint}>
          {(control) => (
            <MultiCombobox
              {...control}
              label={label}
              source={choices}
              value={chosen}
              onChange={(next) => change(mode, next)}
            />
          )}
        </Field>
      )}
    </>
  );
}
