import { useQuery } from '@tanstack/react-query';
import Code from 'lucide-react/icons/code-xml';
import FileInput from 'lucide-react/icons/file-input';
import Inbox from 'lucide-react/icons/inbox';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useState } from 'react';
import { call, read } from '../../../../../web/api/request.ts';
import { Link } from '../../../../../web/router/link.tsx';
import { Badge } from '../../../../../web/ui/badge.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { confirm } from '../../../../../web/ui/confirm.ts';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { IconButton } from '../../../../../web/ui/icon-button.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../../../web/ui/states.tsx';
import { Switch } from '../../../../../web/ui/switch.tsx';
import { type LeadForm, leadForms } from '../../../contract/lead-forms.ts';
import { useAct } from '../../../../../records/web/use-row-action.ts';

const FormDialog = lazy(() => import('./form-dialog.tsx'));
const EmbedDialog = lazy(() => import('./embed-dialog.tsx'));
const EntriesSheet = lazy(() => import('./entries-sheet.tsx'));

type Open =
  | { what: 'edit'; form?: LeadForm }
  | { what: 'embed'; form: LeadForm }
  | { what: 'entries'; form: LeadForm }
  | null;

/** Forms that stand on the workspace's own websites and bring leads. */
export function Forms() {
  const { data, error, isPending, refetch } = useQuery(read(leadForms.list));
  const [open, setOpen] = useState<Open>(null);
  const act = useAct(leadForms.list.path);
  const close = () => setOpen(null);
  const remove = async (form: LeadForm) => {
    const sure = await confirm({
      title: `Delete the form “${form.name}”?`,
      description: 'The form disappears from pages that embed it. Its leads stay. Held entries are deleted.',
      action: 'Delete form',
    });
    if (sure)
      await act('Form deleted', 'Couldn’t delete the form', () => call(leadForms.remove, { params: { id: form.id } }));
  };
  return (
    <section aria-label="Web forms" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-prose text-sm text-muted">
          Embed a form with one line of code. Spam is blocked without puzzles. You can review held entries for 60 days.
        </p>
        <Button variant="primary" icon={<Plus />} onClick={() => setOpen({ what: 'edit' })}>
          New form
        </Button>
      </div>
      {isPending && (
        <div className="grid gap-2" aria-hidden="true">
          <Skeleton className="h-14 w-full" />
        </div>
      )}
      {error && !data && <Failure error={error} what="Forms" onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <EmptyState icon={<FileInput />} title="No forms yet">
          Create a form and paste its line into your website. Each entry becomes a lead within seconds.
        </EmptyState>
      )}
      <ul className="grid gap-2">
        {data?.items.map((form) => (
          <li
            key={form.id}
            data-testid="row"
            className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-raised px-3 py-2 text-sm"
          >
            <span className="min-w-0 flex-1 basis-60">
              <span className="flex flex-wrap items-center gap-1.5 font-medium break-words">
                {form.name}
                {!form.enabled && <Badge>Off</Badge>}
                {form.confirmEmail && <Badge tone="info">Email confirmation</Badge>}
                {form.needsApproval && <Badge tone="accent">Requires approval</Badge>}
              </span>
              <span className="block text-xs text-muted">
                {form.accepted.toLocaleString()} received, {form.spam.toLocaleString()} held
                {form.waiting > 0 && (
                  <>
                    ,{' '}
                    <Link to="/lead-approval" className="text-accent-ink underline">
                      {form.waiting.toLocaleString()} waiting for approval
                    </Link>
                  </>
                )}
                . {form.origins.length > 0 ? form.origins.join(', ') : 'Any site'}
              </span>
            </span>
            <Switch
              aria-label={`${form.name} is open`}
              checked={form.enabled}
              onCheckedChange={(enabled) =>
                void act(enabled ? 'Form opened' : 'Form closed', 'Couldn’t update the form', () =>
                  call(leadForms.update, { params: { id: form.id }, body: { enabled, version: form.version } }),
                )
              }
            />
            <Button size="sm" icon={<Code />} onClick={() => setOpen({ what: 'embed', form })}>
              Embed
            </Button>
            <IconButton
              size="sm"
              label={`Entries of ${form.name}`}
              icon={<Inbox />}
              onClick={() => setOpen({ what: 'entries', form })}
            />
            <IconButton
              size="sm"
              label={`Edit ${form.name}`}
              icon={<Pencil />}
              onClick={() => setOpen({ what: 'edit', form })}
            />
            <IconButton size="sm" label={`Delete ${form.name}`} icon={<Trash2 />} onClick={() => void remove(form)} />
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {open?.what === 'edit' && <FormDialog {...(open.form && { form: open.form })} onClose={close} />}
        {open?.what === 'embed' && <EmbedDialog form={open.form} onClose={close} />}
        {open?.what === 'entries' && <EntriesSheet form={open.form} onClose={close} />}
      </Suspense>
    </section>
  );
}
