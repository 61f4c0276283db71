import { useQuery } from '@tanstack/react-query';
import { read } from '../../../../../web/api/request.ts';
import { Link } from '../../../../../web/router/link.tsx';
import { Badge } from '../../../../../web/ui/badge.tsx';
import { Combobox } from '../../../../../web/ui/combobox.tsx';
import { Input } from '../../../../../web/ui/input.tsx';
import { MultiCombobox } from '../../../../../web/ui/multi-combobox.tsx';
import { DayText } from '../../../../../web/ui/time.tsx';
import type { Option, OptionSource } from '../../../../../web/ui/use-options.ts';
import { businessLicenses } from '../../../contract/licenses.ts';
import type { Opportunity } from '../../../contract/opportunities.ts';
import { FORECAST_LABELS } from '../../../contract/opportunity-filter.ts';
import { closeReasons } from '../../../contract/pipelines.ts';
import { parseAmount } from '../../../engine/opportunities/typed-amount.ts';
import {
  facetsOf,
  useCompanySearch,
  useContactSearch,
  useOwners,
  useTagSearch,
} from '../../../../../records/web/choices.ts';
import { licenseOptions } from '../../licenses/license-options.ts';
import { Group, Origin } from '../../../../../records/web/field-groups.tsx';
import { InlineField } from '../../../../../records/web/inline-field.tsx';
import { OwnFields } from '../../../../../records/web/custom-fields.tsx';
import { ChoiceField, LongTextField, TextField } from '../../../../../records/web/text-fields.tsx';
import { money } from '../../../../../records/web/format.ts';
import { CurrencySelect } from '../currency-select.tsx';
import type { SaveOpportunity } from './save.ts';

interface DetailsProps {
  opportunity: Opportunity;
  save: SaveOpportunity;
  partial: boolean;
  readOnly: boolean;
}

interface FieldState {
  pending: boolean;
  readOnly: boolean;
}

/** Everything that is known about an opportunity, each field edited in its place. */
export function OpportunityDetails({ opportunity, save, partial, readOnly }: DetailsProps) {
  const state: FieldState = { pending: false, readOnly: readOnly || partial };
  /** Fields that the list does not know: until the record is there they are on their way, not blank. */
  const later: FieldState = { pending: partial, readOnly: readOnly || partial };
  const { data: licenses } = useQuery(read(businessLicenses.list));
  const { data: reasons } = useQuery({ ...read(closeReasons.list), enabled: opportunity.state !== 'open' });
  const sources = (useQuery(facetsOf('opportunity')).data?.['sources'] ?? []).flatMap(({ value }) => value ?? []);
  const searchContacts = useContactSearch();
  const searchCompanies = useCompanySearch();
  const owners = useOwners();
  const write = (fields: Record<string, unknown>) => save({ fields }, opportunity);
  const own =
    reasons?.items.filter(
      (reason) =>
        reason.outcome === opportunity.state && (!reason.archived || reason.id === opportunity.closeReason?.id),
    ) ?? [];
  return (
    <div className="grid gap-5">
      <Group title="Deal">
        <TextField
          {...state}
          name="name"
          label="Name"
          value={opportunity.name}
          maxLength={200}
          onSave={(name) => write({ name })}
        />
        <AmountField opportunity={opportunity} onSave={write} {...state} />
        <TextField
          {...state}
          name="expectedClose"
          label="Expected close"
          type="date"
          value={opportunity.expectedClose ?? ''}
          shown={opportunity.expectedClose && <DayText value={opportunity.expectedClose} />}
          onSave={(day) => write({ expectedClose: day || null })}
        />
        <TextField
          {...state}
          name="probability"
          label="Probability"
          type="number"
          value={String(opportunity.probability)}
          shown={`${opportunity.probability}%`}
          onSave={(text) => write({ probability: Number(text) })}
        />
        <ChoiceField
          {...later}
          name="forecast"
          label="Forecast"
          value={opportunity.ownForecast ?? ''}
          shown={`${FORECAST_LABELS[opportunity.forecast]}${opportunity.ownForecast ? '' : ' (from its stage)'}`}
          options={Object.entries(FORECAST_LABELS).map(([value, label]) => ({ value, label }))}
          onSave={(forecast) => write({ forecast: forecast || null })}
        />
        <TextField
          {...state}
          name="nextStep"
          label="Next step"
          value={opportunity.nextStep}
          maxLength={200}
          onSave={(nextStep) => write({ nextStep })}
        />
        <LongTextField
          {...later}
          name="description"
          label="Description"
          value={opportunity.description}
          maxLength={10_000}
          onSave={(description) => write({ description })}
        />
      </Group>
      <Group title="People">
        <RefField
          {...state}
          name="companyId"
          label="Company"
          source={searchCompanies}
          value={opportunity.company}
          page="/companies"
          allowNew={(text) => `Create “${text}”`}
          onSave={(option) =>
            option && !option.value
              ? write({ companyName: option.label })
              : save({ fields: { companyId: option?.value ?? null }, refs: { company: refOf(option) } }, opportunity)
          }
        />
        <RefField
          {...state}
          name="contactId"
          label="Contact"
          source={searchContacts}
          value={opportunity.contact}
          page="/contacts"
          onSave={(option) =>
            save({ fields: { contactId: option?.value ?? null }, refs: { contact: refOf(option) } }, opportunity)
          }
        />
        <RefField
          {...state}
          name="ownerId"
          label="Owner"
          source={owners.options}
          value={opportunity.ownerId ? { id: opportunity.ownerId, name: owners.nameOf(opportunity.ownerId) } : null}
          onSave={(option) => write({ ownerId: option?.value ?? null })}
        />
      </Group>
      {opportunity.state !== 'open' && (
        <Group title={opportunity.state === 'won' ? 'Why it was won' : 'Why it was lost'}>
          <ChoiceField
            {...state}
            name="closeReasonId"
            label="Reason"
            value={opportunity.closeReason?.id ?? ''}
            options={own.map((reason) => ({ value: reason.id, label: reason.label }))}
            shown={opportunity.closeReason?.name}
            onSave={(id) => write({ closeReasonId: id || null })}
          />
          <LongTextField
            {...later}
            name="closeNote"
            label="Note"
            value={opportunity.closeNote}
            maxLength={2000}
            onSave={(closeNote) => write({ closeNote })}
          />
        </Group>
      )}
      <Group title="More">
        <TagsField opportunity={opportunity} onSave={write} {...state} />
        <TextField
          {...state}
          name="source"
          label="Source"
          value={opportunity.source}
          maxLength={120}
          suggestions={sources}
          onSave={(source) => write({ source })}
        />
        <ChoiceField
          {...state}
          name="businessLicenseId"
          label="License"
          value={opportunity.businessLicenseId ?? ''}
          options={licenseOptions(licenses?.items, opportunity.businessLicenseId)}
          onSave={(id) => write({ businessLicenseId: id || null })}
        />
      </Group>
      <OwnFields
        kind="opportunity"
        folded
        values={opportunity.custom}
        readOnly={state.readOnly}
        onSave={(values) => write({ custom: values })}
      />
      {!partial && <Origin record={opportunity} />}
    </div>
  );
}

const refOf = (option: Option | null) => (option ? { id: option.value, name: option.label } : null);

interface RefFieldProps extends FieldState {
  name: string;
  label: string;
  source: OptionSource;
  value: { id: string; name: string } | null;
  /** Where the record behind it stands. */
  page?: string;
  allowNew?: (text: string) => string;
  onSave: (option: Option | null) => Promise<unknown>;
}

/** Another record, or a person. */
function RefField({ source, value, page, allowNew, onSave, ...field }: RefFieldProps) {
  return (
    <InlineField<Option | null>
      {...field}
      value={value && { value: value.id, label: value.name }}
      onSave={onSave}
      renderEditor={({ draft, setDraft, control }) => (
        <Combobox
          {...control}
          label={field.label}
          source={source}
          value={draft}
          onChange={setDraft}
          {...(allowNew && { allowNew })}
        />
      )}
    >
      {value &&
        (page ? (
          <Link to={`${page}/${value.id}`} className="text-accent-ink underline-offset-2 hover:underline">
            {value.name}
          </Link>
        ) : (
          value.name
        ))}
    </InlineField>
  );
}

/** Amount and currency; with products the amount is their sum and only the currency can be chosen. */
function AmountField({
  opportunity,
  onSave,
  ...state
}: FieldState & { opportunity: Opportunity; onSave: (fields: Record<string, unknown>) => Promise<unknown> }) {
  const summed = opportunity.lines.length > 0;
  return (
    <InlineField<{ amount: string; currency: string }>
      {...state}
      name="amount"
      label="Amount"
      value={{ amount: String(Number(opportunity.amount)), currency: opportunity.currency }}
      check={({ amount }) =>
        parseAmount(amount || '0') === undefined
          ? [{ field: 'amount', message: 'Enter an amount such as 12,500.00.' }]
          : []
      }
      onSave={({ amount, currency }) => onSave({ currency, ...(!summed && { amount: parseAmount(amount || '0') }) })}
      renderEditor={({ draft, setDraft, control }) => (
        <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-1.5">
          <Input
            {...control}
            aria-label="Amount"
            inputMode="decimal"
            disabled={summed}
            value={draft.amount}
            onChange={(event) => setDraft({ ...draft, amount: event.target.value })}
          />
          <CurrencySelect
            aria-label="Currency"
            value={draft.currency}
            onChange={(currency) => setDraft({ ...draft, currency })}
          />
        </div>
      )}
    >
      <span className="tabular">{money(opportunity.amount, opportunity.currency)}</span>
      {summed && <span className="text-xs text-muted"> · total of products</span>}
    </InlineField>
  );
}

function TagsField({
  opportunity,
  onSave,
  ...state
}: FieldState & { opportunity: Opportunity; onSave: (fields: Record<string, unknown>) => Promise<unknown> }) {
  const search = useTagSearch('opportunity');
  return (
    <InlineField<string[]>
      {...state}
      name="tags"
      label="Tags"
      value={opportunity.tags}
      onSave={(tags) => onSave({ tags })}
      renderEditor={({ draft, setDraft, control }) => (
        <MultiCombobox
          {...control}
          label="Tags"
          source={search}
          value={draft.map((tag) => ({ value: tag, label: tag }))}
          onChange={(tags) => setDraft(tags.map((tag) => tag.value))}
          create={(text) => ({ value: text, label: text })}
          placeholder="Add tag"
        />
      )}
    >
      {opportunity.tags.length > 0 ? (
        <span className="flex flex-wrap gap-1">
          {opportunity.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      ) : null}
    </InlineField>
  );
}
