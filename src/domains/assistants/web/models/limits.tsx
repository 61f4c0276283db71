import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import * as z from 'zod';
import { messageFor } from '../../../../web/api/error.ts';
import { call, read, readKey } from '../../../../web/api/request.ts';
import { EntryDialog } from '../../../../web/form/entry-dialog.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { IconButton } from '../../../../web/ui/icon-button.tsx';
import { clients } from '../../../clients/contract.ts';
import { type ModelLimit, models } from '../../contract.ts';
import { Section } from './section.tsx';
import { dollars, tokens } from './labels.ts';

const EVERYBODY = 'Every workspace';

/** How much workspaces may use; calls over a limit are refused. */
export function Limits({ limits }: { limits: readonly ModelLimit[] }) {
  const [edited, setEdited] = useState<ModelLimit | 'new'>();
  const client = useQueryClient();
  const remove = async (limit: ModelLimit) => {
    try {
      await call(models.removeLimit, { params: { id: limit.workspaceId! } });
      await client.invalidateQueries({ queryKey: readKey(models.config) });
    } catch (error) {
      toast({ type: 'error', title: messageFor(error, 'The limit could not be removed.') });
    }
  };
  return (
    <Section
      title="Limits"
      hint="Per workspace. One without a limit of its own has the limit of every workspace."
      action={<Button onClick={() => setEdited('new')}>Set limit</Button>}
    >
      {limits.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {limits.map((limit) => {
            const name = limit.workspaceId === null ? EVERYBODY : limit.workspaceName;
            return (
              <li
                key={limit.workspaceId ?? ''}
                data-testid="row"
                className="flex flex-wrap items-center gap-x-4 py-1 text-sm"
              >
                <span className="min-w-40 flex-1 font-medium">{name}</span>
                <span className="tabular">
                  {limit.tokensPerDay === null ? 'Any tokens a day' : `${tokens(limit.tokensPerDay)} tokens a day`}
                </span>
                <span className="tabular">
                  {limit.dollarsPerMonth === null ? 'Any cost a month' : `${dollars(limit.dollarsPerMonth)} a month`}
                </span>
                <span>
                  <IconButton label={`Edit the limit of ${name}`} icon={<Pencil />} onClick={() => setEdited(limit)} />
                  {limit.workspaceId !== null && (
                    <IconButton
                      label={`Remove the limit of ${name}`}
                      icon={<Trash2 />}
                      onClick={() => void remove(limit)}
                    />
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {edited && (
        <LimitDialog
          limit={edited === 'new' ? undefined : edited}
          limits={limits}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

const LimitForm = z.object({
  workspaceId: z.string(),
  tokensPerDay: z.union([
    z.literal(''),
    z
      .string()
      .trim()
      .regex(/^\d{1,15}$/, 'Enter a whole number.'),
  ]),
  dollarsPerMonth: z.union([
    z.literal(''),
    z
      .string()
      .trim()
      .regex(/^\d{1,8}(?:\.\d{1,2})?$/, 'Enter an amount such as 25.00.'),
  ]),
});
type LimitForm = z.infer<typeof LimitForm>;

interface LimitDialogProps {
  limit: ModelLimit | undefined;
  limits: readonly ModelLimit[];
  onClose: () => void;
}

function LimitDialog({ limit, limits, onClose }: LimitDialogProps) {
  const client = useQueryClient();
  const { data } = useQuery({ ...read(clients.list), enabled: !limit });
  const form = useContractForm(LimitForm, {
    defaultValues: {
      workspaceId: limit?.workspaceId ?? '',
      tokensPerDay: limit?.tokensPerDay === null || !limit ? '' : String(limit.tokensPerDay),
      dollarsPerMonth: limit?.dollarsPerMonth ?? '',
    },
    failure: 'The limit could not be saved.',
    async onSubmit({ workspaceId, tokensPerDay, dollarsPerMonth }) {
      const known = limit ?? limits.find((one) => (one.workspaceId ?? '') === workspaceId);
      const saved = await call(models.limit, {
        body: {
          workspaceId: workspaceId || null,
          tokensPerDay: tokensPerDay ? Number(tokensPerDay) : null,
          dollarsPerMonth: dollarsPerMonth || null,
          ...(known && { version: known.version }),
        },
      });
      client.setQueryData(readKey(models.config), saved);
      onClose();
    },
  });
  const options = limit
    ? [{ value: limit.workspaceId ?? '', label: limit.workspaceId === null ? EVERYBODY : limit.workspaceName }]
    : [{ value: '', label: EVERYBODY }, ...(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <EntryDialog form={form} onClose={onClose} title="Set limit" submit="Set limit">
      <FormField<LimitForm> name="workspaceId" label="Workspace" options={options} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<LimitForm>
          name="tokensPerDay"
          label="Tokens a day"
          optional
          inputMode="numeric"
          hint="Blank: no limit."
        />
        <FormField<LimitForm>
          name="dollarsPerMonth"
          label="Dollars a month"
          optional
          inputMode="decimal"
          hint="Of models with a price. Blank: no limit."
        />
      </div>
    </EntryDialog>
  );
}
