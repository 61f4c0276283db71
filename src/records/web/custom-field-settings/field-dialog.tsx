import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { ApiError, messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { useFirstMistake } from '../../../web/form/focus-first-error.ts';
import { useDiscard } from '../../../web/form/unsaved.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { type CustomField, CustomFieldKind, customFields } from '../../contract/views.ts';
import { compileFormula } from '../../engine/formula/compile.ts';
import { formulaFields, formulaType } from '../../engine/formula/fields.ts';
import { FUNCTIONS, type FormulaType } from '../../engine/formula/functions.ts';
import { FormulaError } from '../../engine/formula/parse.ts';
import { ROLLED_UP } from '../../contract/rollups.ts';
import { FIELD_KINDS, type FieldKind } from './field-labels.ts';
import { firstRollUp, RollUpEditor } from './rollup-editor.tsx';

interface FieldDialogProps {
  kind: FieldKind;
  /** All fields of the kind: a formula may read them. */
  fields: readonly CustomField[];
  /** Absent: a new one. */
  field?: CustomField;
  onClose: () => void;
}

const RESULTS: Record<FormulaType, string> = { number: 'a number', text: 'text', day: 'a date', boolean: 'yes or no' };

/** Fields that formulas of this kind can read, without the field itself. */
function readable(kind: FieldKind, fields: readonly CustomField[], own: CustomField | undefined) {
  const custom = fields
    .filter((field) => field.id !== own?.id)
    .flatMap((field) => {
      const type = formulaType(field);
      return type ? [{ key: field.key, label: field.label, type }] : [];
    });
  return [...formulaFields(kind), ...custom];
}

/**
 * Name, kind, choices, formula or roll-up of a field. Its kind stays once it is made: its values would no longer fit.
 */
export default function FieldDialog({ kind, fields, field, onClose }: FieldDialogProps) {
  const formId = useId();
  const client = useQueryClient();
  const [label, setLabel] = useState(field?.label ?? '');
  const [of, setOf] = useState<CustomField['kind']>(field?.kind ?? 'text');
  const [options, setOptions] = useState(field?.options.join('\n') ?? '');
  const [formula, setFormula] = useState(field?.formula ?? '');
  const [rollup, setRollup] = useState(field?.rollup ?? firstRollUp(kind));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ field: string; message: string }>();
  const mayClose = useDiscard([label, of, options, formula, rollup], busy);
  const hasOptions = of === 'select' || of === 'multi';
  const names = readable(kind, fields, field);
  const problemOf = (name: string) => (problem?.field === name ? problem.message : undefined);

  const element = useRef<HTMLFormElement>(null);
  useFirstMistake(element, problem);

  const save = async () => {
    if (label.trim() === '') return setProblem({ field: 'label', message: 'Enter a name for the field.' });
    setBusy(true);
    setProblem(undefined);
    const body = {
      label: label.trim(),
      ...(hasOptions && {
        options: options
          .split('\n')
          .map((option) => option.trim())
          .filter(Boolean),
      }),
      ...(of === 'formula' && { formula: formula.trim() }),
      ...(of === 'rollup' && { rollup }),
    };
    try {
      if (field)
        await call(customFields.update, { params: { id: field.id }, body: { ...body, version: field.version } });
      else await call(customFields.create, { body: { ...body, object: kind, kind: of } });
      await client.invalidateQueries({ queryKey: [customFields.list.path] });
      toast({
        type: 'success',
        title: `“${body.label}” saved`,
        ...((of === 'formula' || of === 'rollup') && {
          description: 'It is being calculated for all records in the background.',
        }),
      });
      onClose();
    } catch (error) {
      const first = error instanceof ApiError ? error.fields[0] : undefined;
      setProblem(first ?? { field: 'label', message: messageFor(error, 'The field could not be saved.') });
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={mayClose}
      title={field ? 'Edit field' : 'New field'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={busy}>
            Save field
          </Button>
        </>
      }
    >
      <form
        ref={element}
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="Name" required error={problemOf('label')}>
          {(control) => (
            <Input
              {...control}
              value={label}
              maxLength={80}
              autoComplete="off"
              autoFocus
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        </Field>
        {field ? (
          <p className="text-sm text-muted">{FIELD_KINDS[of]}. You can’t change the type of a field.</p>
        ) : (
          <Field label="Type">
            {(control) => (
              <Select
                {...control}
                value={of}
                options={CustomFieldKind.options
                  .filter((value) => value !== 'rollup' || ROLLED_UP[kind])
                  .map((value) => ({ value, label: FIELD_KINDS[value] }))}
                onChange={(event) => setOf(CustomFieldKind.parse(event.target.value))}
              />
            )}
          </Field>
        )}
        {hasOptions && (
          <Field label="Choices" hint="One per line." required error={problemOf('options')}>
            {(control) => (
              <Textarea {...control} rows={5} value={options} onChange={(event) => setOptions(event.target.value)} />
            )}
          </Field>
        )}
        {of === 'rollup' && <RollUpEditor kind={kind} value={rollup} onChange={setRollup} problemOf={problemOf} />}
        {of === 'formula' && (
          <>
            <Field
              label="Formula"
              hint={<FormulaState formula={formula} names={names} />}
              required
              error={problemOf('formula')}
            >
              {(control) => (
                <Textarea
                  {...control}
                  rows={3}
                  className="font-mono text-xs"
                  spellCheck={false}
                  placeholder="{amount} * 0.2"
                  value={formula}
                  onChange={(event) => setFormula(event.target.value)}
                />
              )}
            </Field>
            <FormulaHelp names={names} onInsert={(text) => setFormula((now) => `${now}${text}`)} />
          </>
        )}
      </form>
    </Dialog>
  );
}

type Names = ReturnType<typeof readable>;

/** The formula's result or error while typing. */
function FormulaState({ formula, names }: { formula: string; names: Names }) {
  if (formula.trim() === '') return <>Use fields in braces, numbers, “text”, and functions.</>;
  const judged = judge(formula, names);
  return 'type' in judged ? (
    <>Returns {RESULTS[judged.type]}.</>
  ) : (
    <span className="text-danger-ink">
      At character {judged.at + 1}: {judged.message}
    </span>
  );
}

function judge(formula: string, names: Names): { type: FormulaType } | FormulaError {
  try {
    return { type: compileFormula(formula, new Map(names.map(({ key, type }) => [key, type]))).type };
  } catch (error) {
    if (error instanceof FormulaError) return error;
    throw error;
  }
}

function FormulaHelp({ names, onInsert }: { names: Names; onInsert: (text: string) => void }) {
  return (
    <div className="grid gap-3 text-sm">
      <div>
        <h3 className="mb-1 text-xs font-semibold">Fields</h3>
        <ul className="flex flex-wrap gap-1">
          {names.map(({ key, label }) => (
            <li key={key}>
              <Button size="sm" onClick={() => onInsert(`{${key}}`)}>
                {label}
              </Button>
            </li>
          ))}
        </ul>
      </div>
      <details>
        <summary className="cursor-pointer text-xs font-semibold">Functions</summary>
        <ul className="mt-1 grid gap-0.5 text-xs text-muted">
          {Object.values(FUNCTIONS).map(({ usage }) => (
            <li key={usage}>
              <code>{usage}</code>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
