import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import * as z from 'zod';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button } from '../../../web/ui/button.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import {
  FUNNEL_WINDOWS,
  type FunnelReport,
  FunnelReportFields,
  MAX_FUNNEL_STEPS,
  pixelFunnels,
} from '../contract/funnel-reports.ts';
import { GoalKind, type PixelSite } from '../contract/sites.ts';
import { PIXEL } from '../paths.ts';
import { GOAL_HINTS, GOAL_KIND_LABELS, WINDOW_LABELS } from './labels.ts';

/** Lists give text; the window is a number of hours. */
const FunnelForm = FunnelReportFields.extend({
  windowHours: z.coerce.number<string | number>().pipe(FunnelReportFields.shape.windowHours),
});
type FunnelForm = z.input<typeof FunnelForm>;

const EMPTY: FunnelForm['steps'] = [
  { kind: 'page', matches: '/' },
  { kind: 'page', matches: '' },
];

/** Adds a funnel report, or changes one. */
export default function FunnelDialog({
  site,
  funnel,
  onClose,
  onSaved,
}: {
  site: PixelSite;
  funnel: FunnelReport | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
}) {
  const client = useQueryClient();
  const params = { siteId: site.id };
  const form = useContractForm(FunnelForm, {
    defaultValues: {
      name: funnel?.name ?? '',
      steps: funnel?.steps ?? EMPTY,
      windowHours: String(funnel?.windowHours ?? 24),
    },
    failure: 'The funnel could not be saved.',
    judge: 'onSubmit',
    onSubmit: async (body) => {
      const saved = await (funnel
        ? call(pixelFunnels.update, {
            params: { ...params, id: funnel.id },
            body: { ...body, version: funnel.version },
          })
        : call(pixelFunnels.create, { params, body }));
      await client.invalidateQueries({ queryKey: [`${PIXEL.sites}/${site.id}/funnels`] });
      await client.invalidateQueries({ queryKey: [`${PIXEL.sites}/${site.id}/funnels/${saved.id}/result`] });
      toast({ type: 'success', title: funnel ? 'Funnel saved' : 'Funnel added' });
      onSaved(saved.id);
    },
  });
  return (
    <EntryDialog
      form={form}
      size="lg"
      onClose={onClose}
      title={funnel ? 'Edit funnel' : 'Add funnel'}
      submit={funnel ? 'Save funnel' : 'Add funnel'}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField<FunnelForm> name="name" label="Name" required autoFocus placeholder="Sign-up" />
        <FormField<FunnelForm>
          name="windowHours"
          label="All steps within"
          options={FUNNEL_WINDOWS.map((hours) => ({ value: String(hours), label: WINDOW_LABELS[hours]! }))}
        />
      </div>
      <Steps />
    </EntryDialog>
  );
}

function Steps() {
  const { control } = useFormContext<FunnelForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'steps' });
  const steps = useWatch({ control, name: 'steps' });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-t border-line pt-3">
      <legend className="float-left w-full text-sm font-semibold">Steps</legend>
      {fields.map((field, n) => (
        <div key={field.id} className="flex items-start gap-2 rounded-lg border border-line p-3">
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <FormField<FunnelForm>
              name={`steps.${n}.kind`}
              label={`Step ${n + 1}`}
              options={GoalKind.options.map((value) => ({ value, label: GOAL_KIND_LABELS[value] }))}
            />
            <FormField<FunnelForm>
              name={`steps.${n}.matches`}
              label={`Step ${n + 1} matches`}
              required
              hint={GOAL_HINTS[steps[n]?.kind ?? 'page']}
            />
          </div>
          {fields.length > 2 && (
            <IconButton label={`Remove step ${n + 1}`} icon={<Trash2 />} onClick={() => remove(n)} />
          )}
        </div>
      ))}
      {fields.length < MAX_FUNNEL_STEPS && (
        <Button size="sm" className="self-start" icon={<Plus />} onClick={() => append({ kind: 'page', matches: '' })}>
          Add step
        </Button>
      )}
    </fieldset>
  );
}
