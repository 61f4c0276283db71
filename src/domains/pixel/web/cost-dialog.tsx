import { monthStart } from '../../../kernel/days.ts';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { dateFormat } from '../../../web/ui/format.ts';
import { CHANNELS } from '../contract/channels.ts';
import { type ChannelCost, ChannelCostFields, MAX_COST_MONTHS, pixelCosts } from '../contract/costs.ts';
import type { PixelSite } from '../contract/sites.ts';
import { todayIn } from './use-today.ts';

const monthFormat = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthText = (month: string) => monthFormat.format(new Date(`${month}-01T00:00:00Z`));

/** Sets what a channel or campaign cost in a month. */
export default function CostDialog({
  site,
  cost,
  onClose,
  onSaved,
}: {
  site: PixelSite;
  cost: ChannelCost | undefined;
  onClose: () => void;
  onSaved: () => void;
}) {
  const today = todayIn(site.timeZone);
  const months = Array.from({ length: MAX_COST_MONTHS }, (_, back) => monthStart(today, -back).slice(0, 7));
  const form = useContractForm(ChannelCostFields, {
    defaultValues: {
      month: cost?.month ?? months[0]!,
      channel: (cost?.channel ?? 'Paid search') as (typeof CHANNELS)[number],
      campaign: cost?.campaign ?? '',
      amount: cost?.amount ?? '',
    },
    failure: 'The cost could not be saved.',
    onSubmit: async (body) => {
      await call(pixelCosts.save, { params: { siteId: site.id }, body });
      toast({ type: 'success', title: 'Cost saved' });
      onSaved();
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={cost ? 'Edit cost' : 'Add cost'}
      description={
        cost
          ? [monthText(cost.month), cost.channel, cost.campaign].filter(Boolean).join(' · ')
          : 'A second cost of the same month, channel, and campaign replaces the first.'
      }
      submit="Save cost"
    >
      {!cost && (
        <>
          <FormField name="month" label="Month" options={months.map((value) => ({ value, label: monthText(value) }))} />
          <FormField name="channel" label="Channel" options={CHANNELS.map((value) => ({ value, label: value }))} />
          <FormField
            name="campaign"
            label="Campaign"
            optional
            hint="As in utm_campaign. Leave it empty for the rest of the channel."
          />
        </>
      )}
      <FormField name="amount" label={`Amount (${site.currency})`} required inputMode="decimal" autoFocus />
    </EntryDialog>
  );
}
