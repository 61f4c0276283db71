import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import * as z from 'zod';
import { messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { offerUndo } from '../../../../web/shell/undo.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { type ModelPrice, models } from '../../contract.ts';
import { ASSISTANTS } from '../../paths.ts';
import { Section } from './section.tsx';
import { tokens } from './labels.ts';

/** Model prices, for usage figures and limits in dollars. */
export function Prices({ prices }: { prices: readonly ModelPrice[] }) {
  const [edited, setEdited] = useState<ModelPrice | 'new'>();
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: [`${ASSISTANTS.models}/config`] });
  const remove = async ({ id, model, inputPrice, cachedPrice, outputPrice, contextTokens }: ModelPrice) => {
    const price = { model, inputPrice, cachedPrice, outputPrice, contextTokens };
    try {
      await call(models.removePrice, { params: { id } });
      await reload();
      offerUndo({
        title: `Price of ${price.model} deleted`,
        undo: async () => {
          await call(models.createPrice, { body: price });
          await reload();
        },
      });
    } catch (error) {
      toast({ type: 'error', title: messageFor(error, 'The price could not be deleted.') });
    }
  };
  return (
    <Section
      title="Prices"
      hint="US dollars for a million tokens, from your provider’s price list. Calls of a model without a price have no cost."
      action={<Button onClick={() => setEdited('new')}>Add price</Button>}
    >
      {prices.length > 0 && (
        <div className="overflow-x-auto">
          <table className="tabular w-full text-sm">
            <thead>
              <tr className="border-y border-line text-left text-xs text-muted [&_th]:py-1.5 [&_th]:pr-4 [&_th]:font-medium">
                <th>Model</th>
                <th className="text-right">Input</th>
                <th className="text-right">Cached input</th>
                <th className="text-right">Output</th>
                <th className="text-right">Context</th>
                <th>
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {prices.map((price) => (
                <tr key={price.id} data-testid="row" className="border-b border-line [&_td]:py-1 [&_td]:pr-4">
                  <td className="font-medium">{price.model}</td>
                  <td className="text-right">${Number(price.inputPrice)}</td>
                  <td className="text-right">{price.cachedPrice === null ? '–' : `$${Number(price.cachedPrice)}`}</td>
                  <td className="text-right">${Number(price.outputPrice)}</td>
                  <td className="text-right">{price.contextTokens === null ? '–' : tokens(price.contextTokens)}</td>
                  <td className="w-0 pr-0! whitespace-nowrap">
                    <IconButton label={`Edit ${price.model}`} icon={<Pencil />} onClick={() => setEdited(price)} />
                    <IconButton label={`Delete ${price.model}`} icon={<Trash2 />} onClick={() => void remove(price)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {edited && (
        <PriceDialog
          price={edited === 'new' ? undefined : edited}
          onSaved={reload}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

const Amount = z
  .string()
  .trim()
  .regex(/^\d{1,8}(?:\.\d{1,4})?$/, 'Enter an amount such as 2.50.');
const PriceForm = z.object({
  model: z.string().trim().min(1, 'Model is required.').max(200),
  inputPrice: Amount,
  cachedPrice: z.union([z.literal(''), Amount]),
  outputPrice: Amount,
  contextTokens: z.union([
    z.literal(''),
    z
      .string()
      .trim()
      .regex(/^\d{4,8}$/, 'Enter a number from 1000 up.'),
  ]),
});
type PriceForm = z.infer<typeof PriceForm>;

interface PriceDialogProps {
  price: ModelPrice | undefined;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}

function PriceDialog({ price, onSaved, onClose }: PriceDialogProps) {
  const form = useContractForm(PriceForm, {
    defaultValues: {
      model: price?.model ?? '',
      inputPrice: price ? String(Number(price.inputPrice)) : '',
      cachedPrice: price?.cachedPrice ? String(Number(price.cachedPrice)) : '',
      outputPrice: price ? String(Number(price.outputPrice)) : '',
      contextTokens: price?.contextTokens ? String(price.contextTokens) : '',
    },
    failure: 'The price could not be saved.',
    async onSubmit({ cachedPrice, contextTokens, ...values }) {
      const body = {
        ...values,
        cachedPrice: cachedPrice || null,
        contextTokens: contextTokens ? Number(contextTokens) : null,
      };
      if (price)
        await call(models.updatePrice, { params: { id: price.id }, body: { ...body, version: price.version } });
      else await call(models.createPrice, { body });
      await onSaved();
      onClose();
    },
  });
  return (
    <EntryDialog
      form={form}
      onClose={onClose}
      title={price ? 'Edit price' : 'Add price'}
      submit={price ? 'Save price' : 'Add price'}
    >
      <FormField<PriceForm>
        name="model"
        label="Model"
        required
        hint="Its name, or the beginning of several names with * at the end."
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <FormField<PriceForm> name="inputPrice" label="Input" required inputMode="decimal" hint="$ per million" />
        <FormField<PriceForm>
          name="cachedPrice"
          label="Cached input"
          optional
          inputMode="decimal"
          hint="$ per million"
        />
        <FormField<PriceForm> name="outputPrice" label="Output" required inputMode="decimal" hint="$ per million" />
      </div>
      <FormField<PriceForm>
        name="contextTokens"
        label="Context"
        optional
        inputMode="numeric"
        hint="How many tokens the model reads. Blank: 32,000."
      />
    </EntryDialog>
  );
}
