import { useQueryClient } from '@tanstack/react-query';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { call, readKey } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { CheckboxField, ControlledField, FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Textarea } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import {
  booking,
  type BookingRoute,
  type BookingType,
  MAX_ROUTE_QUESTIONS,
  NewBookingRoute,
  type RouteTarget,
} from '../contract.ts';
import { useSlugOf } from './use-slug-of.ts';

interface RouteDialogProps {
  route: BookingRoute | undefined;
  types: readonly BookingType[];
  onClose: () => void;
}

function startOf(route: BookingRoute | undefined, types: readonly BookingType[]): NewBookingRoute {
  if (route) {
    const { id: _id, link: _link, version: _version, ...fields } = route;
    return fields;
  }
  const [first] = types;
  return {
    title: '',
    slug: '',
    description: '',
    questions: [{ label: '', options: [] }],
    rules: [],
    fallback: first ? { typeId: first.id } : { message: '' },
    isActive: true,
  };
}

/** Adds or changes a routing form. */
export default function RouteDialog({ route, types, onClose }: RouteDialogProps) {
  const client = useQueryClient();
  const form = useContractForm(NewBookingRoute, {
    defaultValues: startOf(route, types),
    failure: 'The routing form could not be saved.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      await (route
        ? call(booking.updateRoute, { params: { id: route.id }, body: { ...body, version: route.version } })
        : call(booking.createRoute, { body }));
      await client.invalidateQueries({ queryKey: readKey(booking.routes) });
      toast({ type: 'success', title: route ? 'Routing form saved' : 'Routing form added' });
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      size="lg"
      onClose={onClose}
      title={route ? 'Edit routing form' : 'New routing form'}
      submit="Save routing form"
    >
      <TitleFields isNew={!route} />
      <FormField name="description" label="Description" rows={2} optional />
      <Questions />
      <Rules types={types} />
      <ControlledField name="fallback" label="Everyone else goes to">
        {({ value, onChange }, control) => (
          <TargetFields
            id={control.id}
            label="Everyone else goes to"
            target={value as RouteTarget}
            types={types}
            onChange={onChange}
          />
        )}
      </ControlledField>
      <CheckboxField name="isActive" label="The public page is on" />
    </EntryDialog>
  );
}

function TitleFields({ isNew }: { isNew: boolean }) {
  useSlugOf('title', isNew);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <FormField name="title" label="Title" placeholder="Talk to us" required autoFocus />
      <FormField name="slug" label="Address" hint="The last part of the link." required />
    </div>
  );
}

function Questions() {
  const { control } = useFormContext<NewBookingRoute>();
  const { fields, append, remove } = useFieldArray({ control, name: 'questions' });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-t border-line pt-3">
      <legend className="float-left w-full text-sm font-semibold">Questions</legend>
      {fields.map((field, n) => (
        <div key={field.id} className="flex flex-col gap-2 rounded-lg border border-line p-3">
          <div className="flex items-end gap-2">
            <FormField name={`questions.${n}.label`} label={`Question ${n + 1}`} className="flex-1" />
            {fields.length > 1 && (
              <IconButton label={`Remove question ${n + 1}`} icon={<Trash2 />} onClick={() => remove(n)} />
            )}
          </div>
          <ControlledField name={`questions.${n}.options`} label={`Choices of question ${n + 1}`} hint="One per line">
            {({ value, onChange, onBlur }, input) => (
              <Textarea
                {...input}
                rows={3}
                defaultValue={Array.isArray(value) ? value.join('\n') : ''}
                onBlur={onBlur}
                onChange={(event) => onChange(linesOf(event.target.value))}
              />
            )}
          </ControlledField>
        </div>
      ))}
      {fields.length < MAX_ROUTE_QUESTIONS && (
        <Button size="sm" className="self-start" icon={<Plus />} onClick={() => append({ label: '', options: [] })}>
          Add question
        </Button>
      )}
    </fieldset>
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

type Rule = NewBookingRoute['rules'][number];

function Rules({ types }: { types: readonly BookingType[] }) {
  const { control } = useFormContext<NewBookingRoute>();
  const questions = useWatch({ control, name: 'questions' });
  const [first] = types;
  return (
    <ControlledField name="rules" label="Rules" hint="The first rule whose answers all fit decides.">
      {({ value, onChange }) => {
        const rules = Array.isArray(value) ? (value as Rule[]) : [];
        const change = (n: number, part: Partial<Rule>) =>
          onChange(rules.map((rule, at) => (at === n ? { ...rule, ...part } : rule)));
        return (
          <div className="flex flex-col gap-2">
            {rules.map((rule, n) => (
              <fieldset key={n} className="flex min-w-0 flex-col gap-2 rounded-lg border border-line p-3">
                <legend className="sr-only">Rule {n + 1}</legend>
                {questions.map(({ label, options }, q) => {
                  const chosen = rule.answers[q] ?? null;
                  return (
                    <label key={q} className="flex flex-col gap-1 text-xs text-muted">
                      {label || `Question ${q + 1}`}
                      <Select
                        value={chosen ?? ''}
                        options={[
                          { value: '', label: 'Any answer' },
                          ...[...new Set([...options, ...(chosen === null ? [] : [chosen])])].map((option) => ({
                            value: option,
                            label: option,
                          })),
                        ]}
                        onChange={(event) =>
                          change(n, {
                            answers: questions.map((_, at) =>
                              at === q ? event.target.value || null : (rule.answers[at] ?? null),
                            ),
                          })
                        }
                      />
                    </label>
                  );
                })}
                <div className="flex items-start gap-2">
                  <TargetFields
                    label={`Rule ${n + 1} leads to`}
                    target={rule.target}
                    types={types}
                    onChange={(target) => change(n, { target })}
                  />
                  <IconButton
                    label={`Remove rule ${n + 1}`}
                    icon={<Trash2 />}
                    onClick={() => onChange(rules.filter((_, at) => at !== n))}
                  />
                </div>
              </fieldset>
            ))}
            <Button
              size="sm"
              className="self-start"
              icon={<Plus />}
              disabled={rules.length >= 50}
              onClick={() =>
                onChange([
                  ...rules,
                  { answers: questions.map(() => null), target: first ? { typeId: first.id } : { message: '' } },
                ])
              }
            >
              Add rule
            </Button>
          </div>
        );
      }}
    </ControlledField>
  );
}

interface TargetFieldsProps {
  id?: string;
  label: string;
  target: RouteTarget;
  types: readonly BookingType[];
  onChange: (target: RouteTarget) => void;
}

/** A booking type, or a message. */
function TargetFields({ id, label, target, types, onChange }: TargetFieldsProps) {
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1.5">
      <Select
        id={id}
        aria-label={label}
        value={'typeId' in target ? target.typeId : ''}
        options={[
          ...types.map((type) => ({ value: type.id, label: `Book: ${type.name}` })),
          { value: '', label: 'Show a message' },
        ]}
        onChange={(event) => onChange(event.target.value ? { typeId: event.target.value } : { message: '' })}
      />
      {'message' in target && (
        <Textarea
          aria-label={`Message, ${label}`}
          rows={2}
          maxLength={1000}
          placeholder="Thank you. We write to you."
          value={target.message}
          onChange={(event) => onChange({ message: event.target.value })}
        />
      )}
    </span>
  );
}
