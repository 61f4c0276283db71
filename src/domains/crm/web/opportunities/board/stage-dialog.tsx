import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { FieldError as Problem } from '../../../../../kernel/errors.ts';
import { ApiError, messageFor } from '../../../../../web/api/error.ts';
import { read } from '../../../../../web/api/request.ts';
import { Link } from '../../../../../web/router/link.tsx';
import { useDiscard } from '../../../../../web/form/unsaved.ts';
import { Banner } from '../../../../../web/ui/banner.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { Combobox } from '../../../../../web/ui/combobox.tsx';
import { Dialog } from '../../../../../web/ui/dialog.tsx';
import { Field, type FieldControlProps } from '../../../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../../../web/ui/input.tsx';
import { Select } from '../../../../../web/ui/select.tsx';
import type { Option } from '../../../../../web/ui/use-options.ts';
import { businessLicenses } from '../../../contract/licenses.ts';
import type { OpportunityFields } from '../../../contract/opportunities.ts';
import { closeReasons, type Outcome } from '../../../contract/pipelines.ts';
import { type CustomField, customFields } from '../../../../../records/contract/views.ts';
import { parseAmount } from '../../../engine/opportunities/typed-amount.ts';
import { useCompanySearch, useContactSearch, useOwners } from '../../../../../records/web/choices.ts';
import { FIELD_LABELS } from '../labels.ts';

interface StageDialogProps {
  name: string;
  stage: { name: string; outcome: Outcome };
  /** Requested fields; blank ones may stay blank unless required. */
  fields: readonly string[];
  /** Why the move was refused, or what this is for. */
  reason: string;
  currency: string;
  recordId: string;
  onClose: () => void;
  /** Rejects with the server's error when it is refused. */
  onSubmit: (set: OpportunityFields) => Promise<unknown>;
}

type Draft = Record<string, string | Option | null>;

/** Dialog for the fields that a stage requires, filled in together with the move. */
export function StageDialog({ name, stage, fields, reason, currency, recordId, onClose, onSubmit }: StageDialogProps) {
  const formId = useId();
  const [draft, setDraft] = useState<Draft>({});
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [saving, setSaving] = useState(false);
  const mayClose = useDiscard(draft, saving);
  const custom =
    useQuery({
      ...read(customFields.list, { query: { object: 'opportunity' } }),
      enabled: fields.some((field) => field.startsWith('custom.')),
    }).data?.items ?? [];
  const asksForLines = fields.includes('lines');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { set, wrong } = fieldsOf(draft, custom);
    if (wrong.length > 0) return setProblems(wrong);
    setSaving(true);
    try {
      await onSubmit(set);
      onClose();
    } catch (error) {
      setProblems(
        error instanceof ApiError && error.fields.length > 0
          ? error.fields
          : [{ field: '', message: messageFor(error, 'The move could not be saved. Try again.') }],
      );
    } finally {
      setSaving(false);
    }
  };
  const general = problems.filter(({ field }) => !fields.includes(field));
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      mayClose={mayClose}
      title={`Move “${name}” to ${stage.name}`}
      description={reason}
      footer={
        <>
          <Button onClick={onClose}>Cancel move</Button>
          <Button type="submit" form={formId} variant="primary" loading={saving} disabled={asksForLines}>
            Move to {stage.name}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {general.length > 0 && (
          <Banner tone="danger">
            {general.map((problem) => (
              <p key={problem.message}>{problem.message}</p>
            ))}
          </Banner>
        )}
        {asksForLines && (
          <p className="text-sm">
            “{stage.name}” needs products on {name}.{' '}
            <Link to={`/opportunities/${recordId}`} search={{ tab: 'lines' }} className="text-accent-ink underline">
              Add them on the opportunity
            </Link>{' '}
            first.
          </p>
        )}
        {fields
          .filter((field) => field !== 'lines')
          .map((field, i) => (
            <DraftField
              key={field}
              first={i === 0}
              name={field}
              outcome={stage.outcome}
              currency={currency}
              custom={custom.find((one) => `custom.${one.key}` === field)}
              value={draft[field] ?? null}
              onChange={(value) => setDraft((now) => ({ ...now, [field]: value }))}
              error={problems.find((problem) => problem.field === field)?.message}
            />
          ))}
      </form>
    </Dialog>
  );
}

/** The entered values as API input. */
function fieldsOf(draft: Draft, custom: readonly CustomField[]): { set: OpportunityFields; wrong: Problem[] } {
  const set: Record<string, unknown> = {};
  const wrong: Problem[] = [];
  const values: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(draft)) {
    const plain = typeof value === 'string' ? value.trim() : (value?.value ?? '');
    if (plain === '') continue;
    const definition = custom.find((one) => `custom.${one.key}` === field);
    if (definition)
      values[definition.key] =
        definition.kind === 'number'
          ? Number(plain)
          : definition.kind === 'boolean'
            ? plain === 'true'
            : definition.kind === 'multi'
              ? [plain]
              : plain;
    else if (field === 'amount') {
      const amount = parseAmount(plain);
      if (amount === undefined) wrong.push({ field, message: 'Enter an amount such as 12,500.00.' });
      else set[field] = amount;
    } else set[field] = plain;
  }
  return { set: { ...set, ...(Object.keys(values).length > 0 && { custom: values }) } as OpportunityFields, wrong };
}

interface DraftFieldProps {
  /** It gets the focus as the question opens. */
  first: boolean;
  name: string;
  outcome: Outcome;
  currency: string;
  custom: CustomField | undefined;
  value: string | Option | null;
  onChange: (value: string | Option | null) => void;
  error: string | undefined;
}

function DraftField({ first, name, outcome, currency, custom, value, onChange, error }: DraftFieldProps) {
  const owners = useOwners();
  const searchCompanies = useCompanySearch();
  const searchContacts = useContactSearch();
  const reasons = useQuery({ ...read(closeReasons.list), enabled: name === 'closeReasonId' }).data?.items ?? [];
  const licenses =
    useQuery({ ...read(businessLicenses.list), enabled: name === 'businessLicenseId' }).data?.items ?? [];
  const label = custom?.label ?? FIELD_LABELS[name] ?? name;
  const typed = typeof value === 'string' ? value : '';
  const chosen = typeof value === 'string' ? null : value;
  const choose = (control: FieldControlProps, options: readonly { value: string; label: string }[]) => (
    <Select
      {...control}
      autoFocus={first}
      placeholder="Choose"
      options={options}
      value={typed}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  const input = (control: FieldControlProps, type: string) => (
    <Input
      {...control}
      autoFocus={first}
      type={type}
      autoComplete="off"
      value={typed}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  const control = (props: FieldControlProps): ReactNode => {
    switch (name) {
      case 'amount':
        return (
          <Input
            {...props}
            autoFocus={first}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={(event) => onChange(event.target.value)}
            trailing={<span className="pr-2 text-xs text-muted">{currency}</span>}
          />
        );
      case 'expectedClose':
        return input(props, 'date');
      case 'ownerId':
        return (
          <Combobox
            {...props}
            autoFocus={first}
            label={label}
            source={owners.options}
            value={chosen}
            onChange={onChange}
          />
        );
      case 'contactId':
        return (
          <Combobox
            {...props}
            autoFocus={first}
            label={label}
            source={searchContacts}
            value={chosen}
            onChange={onChange}
          />
        );
      case 'companyId':
        return (
          <Combobox
            {...props}
            autoFocus={first}
            label={label}
            source={searchCompanies}
            value={chosen}
            onChange={onChange}
          />
        );
      case 'businessLicenseId':
        return choose(
          props,
          licenses.map((one) => ({ value: one.id, label: one.name })),
        );
      case 'closeReasonId':
        return choose(
          props,
          reasons
            .filter((one) => one.outcome === outcome && !one.archived)
            .map((one) => ({ value: one.id, label: one.label })),
        );
      case 'description':
      case 'closeNote':
        return (
          <Textarea
            {...props}
            autoFocus={first}
            rows={3}
            value={typed}
            onChange={(event) => onChange(event.target.value)}
          />
        );
      default:
        if (custom?.kind === 'boolean')
          return choose(props, [
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]);
        if (custom?.kind === 'select' || custom?.kind === 'multi')
          return choose(
            props,
            custom.options.map((one) => ({ value: one, label: one })),
          );
        return input(props, custom?.kind === 'number' ? 'number' : custom?.kind === 'day' ? 'date' : 'text');
    }
  };
  return (
    <Field
      label={label}
      error={error}
      hint={
        name === 'closeReasonId' && reasons.every((one) => one.outcome !== outcome || one.archived)
          ? 'No reasons yet. An administrator can add them in the pipeline settings.'
          : undefined
      }
    >
      {control}
    </Field>
  );
}
