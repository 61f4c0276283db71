import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { DayText } from '../../../../web/ui/time.tsx';
import type { Option } from '../../../../web/ui/use-options.ts';
import type { LicenseKind, LicenseRecord, LicenseStanding } from '../../contract/licenses.ts';
import { parseAmount } from '../../engine/opportunities/typed-amount.ts';
import { useOwners } from '../../../../records/web/choices.ts';
import { Group } from '../../../../records/web/field-groups.tsx';
import { InlineField } from '../../../../records/web/inline-field.tsx';
import { ChoiceField, LongTextField, TextField, UrlField } from '../../../../records/web/text-fields.tsx';
import { money } from '../../../../records/web/format.ts';
import { KIND_LABELS, optionsOf, STANDING_LABELS } from './license-labels.ts';
import { type LicenseChange, useSaveLicense } from './use-save-license.ts';

interface DetailsProps {
  license: LicenseRecord;
  readOnly: boolean;
}

/** Every field of a license, edited in its place. */
export function LicenseDetails({ license, readOnly }: DetailsProps) {
  const save = useSaveLicense(license.id);
  const state = { pending: false, readOnly };
  const write = (change: LicenseChange) => save(change, license);
  const named = (draft: string) =>
    draft.trim() ? [] : [{ field: 'name', message: 'Enter the name you trade or hold the license under.' }];
  return (
    <>
      <Group title="License">
        <TextField
          {...state}
          name="name"
          label="Name"
          value={license.name}
          maxLength={200}
          check={named}
          onSave={(name) => write({ name })}
        />
        <ChoiceField
          {...state}
          required
          name="kind"
          label="Type"
          value={license.kind}
          options={optionsOf(KIND_LABELS)}
          onSave={(kind) => write({ kind: kind as LicenseKind })}
        />
        <ChoiceField
          {...state}
          required
          name="standing"
          label="Status"
          value={license.standing}
          options={optionsOf(STANDING_LABELS)}
          onSave={(standing) => write({ standing: standing as LicenseStanding })}
        />
        <TextField
          {...state}
          name="authority"
          label="Authority"
          value={license.authority}
          maxLength={200}
          onSave={(authority) => write({ authority })}
        />
        <TextField
          {...state}
          name="number"
          label="Number"
          value={license.number}
          maxLength={120}
          onSave={(number) => write({ number })}
        />
        <TextField
          {...state}
          name="holder"
          label="Legal name"
          value={license.holder}
          maxLength={200}
          onSave={(holder) => write({ holder })}
        />
        <TextField
          {...state}
          name="jurisdiction"
          label="Jurisdiction"
          value={license.jurisdiction}
          maxLength={120}
          onSave={(jurisdiction) => write({ jurisdiction })}
        />
        <DayField
          {...state}
          name="issuedOn"
          label="Valid from"
          value={license.issuedOn}
          onSave={(issuedOn) => write({ issuedOn })}
        />
        <DayField
          {...state}
          name="expiresOn"
          label="Valid until"
          value={license.expiresOn}
          onSave={(expiresOn) => write({ expiresOn })}
        />
        <ResponsibleField license={license} readOnly={readOnly} onSave={(responsibleId) => write({ responsibleId })} />
        <UrlField
          {...state}
          name="renewalUrl"
          label="Renewal page"
          value={license.renewalUrl}
          maxLength={500}
          onSave={(renewalUrl) => write({ renewalUrl })}
        />
        <FeeField license={license} readOnly={readOnly} onSave={write} />
        <LongTextField
          {...state}
          name="about"
          label="About"
          value={license.about}
          maxLength={10_000}
          onSave={(about) => write({ about })}
        />
      </Group>
      <Group title="Brand">
        <UrlField
          {...state}
          name="website"
          label="Website"
          value={license.website}
          maxLength={500}
          onSave={(website) => write({ website })}
        />
        <TextField
          {...state}
          name="tagline"
          label="Tagline"
          value={license.tagline}
          maxLength={200}
          onSave={(tagline) => write({ tagline })}
        />
        <InlineField<string>
          {...state}
          name="brandColor"
          label="Color"
          value={license.brandColor}
          onSave={(brandColor) => write({ brandColor })}
          check={(draft) =>
            /^(#[0-9a-f]{6})?$/i.test(draft.trim())
              ? []
              : [{ field: 'brandColor', message: 'Enter a color such as #1a2b3c.' }]
          }
          renderEditor={({ draft, setDraft, control }) => (
            <Input
              {...control}
              aria-label="Color"
              placeholder="#1a2b3c"
              maxLength={7}
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
            />
          )}
        >
          {license.brandColor || null}
        </InlineField>
      </Group>
    </>
  );
}

interface FieldProps<Value> {
  readOnly: boolean;
  onSave: (value: Value) => Promise<unknown>;
}

function DayField({
  value,
  onSave,
  ...field
}: FieldProps<string | null> & { name: string; label: string; value: string | null; pending: boolean }) {
  return (
    <TextField
      {...field}
      type="date"
      value={value ?? ''}
      shown={value ? <DayText value={value} /> : null}
      onSave={(draft) => onSave(draft || null)}
    />
  );
}

function ResponsibleField({ license, readOnly, onSave }: FieldProps<string | null> & { license: LicenseRecord }) {
  const { options } = useOwners();
  const { responsible } = license;
  return (
    <InlineField<Option | null>
      pending={false}
      readOnly={readOnly}
      name="responsibleId"
      label="Responsible"
      value={responsible ? { value: responsible.id, label: responsible.name } : null}
      onSave={(draft) => onSave(draft?.value ?? null)}
      renderEditor={({ draft, setDraft, control }) => (
        <Combobox
          {...control}
          label="Responsible"
          source={options}
          value={draft}
          onChange={setDraft}
          placeholder="Workspace owners"
        />
      )}
    >
      {responsible?.name ?? null}
    </InlineField>
  );
}

interface Fee {
  amount: string;
  currency: string;
}

function FeeField({ license, readOnly, onSave }: FieldProps<LicenseChange> & { license: LicenseRecord }) {
  const { fee, feeCurrency } = license;
  return (
    <InlineField<Fee>
      pending={false}
      readOnly={readOnly}
      name="fee"
      label="Renewal fee"
      value={{ amount: fee === null ? '' : String(Number(fee)), currency: feeCurrency }}
      check={({ amount, currency }) => [
        ...(amount.trim() === '' || parseAmount(amount) !== undefined
          ? []
          : [{ field: 'fee', message: 'Enter an amount such as 125 or 125.50.' }]),
        ...(amount.trim() === '' || /^[A-Z]{3}$/.test(currency)
          ? []
          : [{ field: 'feeCurrency', message: 'Enter a three-letter currency code such as USD.' }]),
      ]}
      onSave={({ amount, currency }) =>
        onSave({ fee: amount.trim() === '' ? null : parseAmount(amount)!, feeCurrency: currency })
      }
      renderEditor={({ draft, setDraft, control }) => (
        <span className="grid grid-cols-[minmax(0,1fr)_5rem] gap-2">
          <Input
            {...control}
            aria-label="Renewal fee"
            inputMode="decimal"
            value={draft.amount}
            onChange={(event) => setDraft({ ...draft, amount: event.target.value })}
          />
          <Input
            aria-label="Currency"
            placeholder="USD"
            maxLength={3}
            value={draft.currency}
            onChange={(event) => setDraft({ ...draft, currency: event.target.value.toUpperCase() })}
          />
        </span>
      )}
    >
      {fee && feeCurrency ? money(fee, feeCurrency) : null}
    </InlineField>
  );
}
