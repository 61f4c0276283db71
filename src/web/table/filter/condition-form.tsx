import { useId, useMemo, useState } from 'react';
import {
  type Condition,
  conditionProblem,
  type FilterField,
  OPERATORS,
  type Operator,
  valueShape,
} from '../../../kernel/filter-terms.ts';
import { Button } from '../../ui/button.tsx';
import { OptionList, optionId } from '../../ui/option-list.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { type OptionSource, useOptions } from '../../ui/use-options.ts';
import { ValueEditor } from './value-editor.tsx';
import { operatorWords, type ValueNamer } from './labels.ts';

export interface ConditionFormProps {
  fields: readonly FilterField[];
  /** The condition to change; if absent, the person first chooses a field. */
  condition?: Condition;
  onApply: (condition: Condition) => void;
  sourceOf: (field: FilterField) => OptionSource;
  nameOf: ValueNamer;
}

const NO_CHOICES: OptionSource = [];

/** Content of a filter's popover: first the field, then operator and value. */
export function ConditionForm({ fields, condition, onApply, sourceOf, nameOf }: ConditionFormProps) {
  const [field, setField] = useState(() => fields.find((other) => other.field === condition?.field));
  if (!field) return <FieldChooser fields={fields} onChoose={setField} />;
  return <OperatorAndValue field={field} condition={condition} onApply={onApply} sourceOf={sourceOf} nameOf={nameOf} />;
}

function FieldChooser({
  fields,
  onChoose,
}: {
  fields: readonly FilterField[];
  onChoose: (field: FilterField) => void;
}) {
  const listId = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const { options } = useOptions(
    fields.map((field) => ({ value: field.field, label: field.label })),
    query,
    true,
  );
  const choose = (name: string | undefined) => {
    const field = fields.find((other) => other.field === name);
    if (field) onChoose(field);
  };
  return (
    <>
      <div className="border-b border-line p-2">
        <Input
          autoFocus
          type="search"
          role="combobox"
          aria-label="Field to filter by"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={options[active] ? optionId(listId, active) : undefined}
          placeholder="Filter by…"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              event.preventDefault();
              setActive(
                (index) =>
                  (index + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % Math.max(1, options.length),
              );
            } else if (event.key === 'Enter') {
              event.preventDefault();
              choose(options[active]?.value);
            }
          }}
        />
      </div>
      <OptionList
        id={listId}
        label="Fields"
        options={options}
        active={active}
        selected={[]}
        onPick={(option) => choose(option.value)}
        onActive={setActive}
      />
    </>
  );
}

interface OperatorAndValueProps extends Omit<ConditionFormProps, 'fields'> {
  field: FilterField;
}

function OperatorAndValue({ field, condition, onApply, sourceOf, nameOf }: OperatorAndValueProps) {
  // One search source while the form is open: a new one per render would query the server repeatedly.
  const source = useMemo(() => (field.choices ? sourceOf(field) : NO_CHOICES), [field, sourceOf]);
  const [draft, setDraft] = useState<Condition>(() =>
    condition?.field === field.field ? condition : emptyCondition(field, OPERATORS[field.kind][0]!),
  );
  const problem = conditionProblem(draft, new Map([[field.field, field]]));
  const changeOperator = (operator: Operator) => {
    const sameShape = valueShape(field.kind, operator) === valueShape(field.kind, draft.op);
    setDraft(sameShape ? { ...draft, op: operator } : emptyCondition(field, operator));
  };
  return (
    <form
      className="flex flex-col gap-2 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        // A form in a popover of a form: the outer one must not receive the event.
        event.stopPropagation();
        if (!problem) onApply(draft);
      }}
    >
      <div className="flex items-center gap-2">
        <span className="max-w-40 truncate text-sm font-medium">{field.label}</span>
        <Select
          aria-label={`Condition for ${field.label}`}
          className="flex-1"
          value={draft.op}
          options={OPERATORS[field.kind].map((operator) => ({
            value: operator,
            label: operatorWords(field.kind, operator),
          }))}
          onChange={(event) => changeOperator(event.target.value as Operator)}
        />
      </div>
      <ValueEditor
        field={field}
        operator={draft.op}
        value={draft.value}
        onChange={(value) => setDraft({ ...draft, value })}
        source={source}
        nameOf={nameOf}
      />
      <div className="flex justify-end">
        <Button type="submit" size="sm" variant="primary" disabled={problem !== undefined}>
          Apply filter
        </Button>
      </div>
    </form>
  );
}

/** A condition without a value, or with its editor's initial one. */
function emptyCondition(field: FilterField, operator: Operator): Condition {
  if (valueShape(field.kind, operator) === 'range')
    return { field: field.field, op: operator, value: { range: 'last_days', days: 30 } };
  return { field: field.field, op: operator };
}
