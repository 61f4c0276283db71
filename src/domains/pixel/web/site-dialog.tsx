import * as z from 'zod';
import { useWatch } from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { currencyOptions, guessCurrency, guessTimeZone, timeZoneOptions } from '../../identity/web/index.ts';
import { ConsentMode, PixelSiteFields, pixelSites, type PixelSite } from '../contract/sites.ts';
import { PIXEL } from '../paths.ts';
import { CONSENT_HINTS, CONSENT_LABELS } from './labels.ts';

const { name, consentMode, timeZone, currency, retentionDays } = PixelSiteFields.shape;
const SiteForm = z.object({
  name,
  /** Separated by commas or spaces. */
  domains: z
    .string()
    .trim()
    .min(1, 'Enter the domain of the website.')
    .transform((text) => text.split(/[\s,;]+/).filter(Boolean))
    .pipe(PixelSiteFields.shape.domains),
  consentMode,
  timeZone,
  currency,
  retentionDays,
});
type SiteForm = z.input<typeof SiteForm>;

/** Adds a website, or changes one. */
export default function SiteDialog({
  site,
  onClose,
  onSaved,
}: {
  site?: PixelSite;
  onClose: () => void;
  onSaved: (id: string) => void;
}) {
  const client = useQueryClient();
  const form = useContractForm(SiteForm, {
    defaultValues: {
      name: site?.name ?? '',
      domains: site?.domains.join(', ') ?? '',
      consentMode: site?.consentMode ?? 'cookieless',
      timeZone: site?.timeZone ?? guessTimeZone(),
      currency: site?.currency ?? guessCurrency(),
      retentionDays: site?.retentionDays ?? 395,
    },
    failure: 'The website could not be saved.',
    onSubmit: async (body) => {
      const saved = await (site
        ? call(pixelSites.update, { params: { id: site.id }, body: { ...body, version: site.version } })
        : call(pixelSites.create, { body }));
      await client.invalidateQueries({ queryKey: [PIXEL.sites] });
      onSaved(saved.id);
    },
  });
  const mode = useWatch({ control: form.methods.control, name: 'consentMode' }) ?? 'cookieless';
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={site ? 'Edit website' : 'Add website'}
      submit={site ? 'Save website' : 'Add website'}
    >
      <FormField<SiteForm> name="name" label="Name" required autoFocus placeholder="Company website" />
      <FormField<SiteForm>
        name="domains"
        label="Domains"
        required
        placeholder="example.com"
        hint="Separate several with commas. Subdomains are included."
        inputMode="url"
      />
      <FormField<SiteForm>
        name="consentMode"
        label="Consent"
        hint={CONSENT_HINTS[mode]}
        options={ConsentMode.options.map((value) => ({ value, label: CONSENT_LABELS[value] }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<SiteForm> name="timeZone" label="Time zone" options={timeZoneOptions()} />
        <FormField<SiteForm> name="currency" label="Currency" options={currencyOptions()} />
      </div>
      <FormField<SiteForm>
        name="retentionDays"
        label="Keep visits for (days)"
        type="number"
        hint="After that, visits and events are deleted. Daily totals stay."
      />
    </EntryDialog>
  );
}
