import { useQuery } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ListPlus from 'lucide-react/icons/list-plus';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useRef, useState } from 'react';
import { call, read } from '../../../web/api/request.ts';
import { useSessionUser } from '../../../web/api/session.ts';
import type { RawSearch } from '../../../web/router/page.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Button } from '../../../web/ui/button.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { KINDS } from '../../contract/kinds.ts';
import { type CustomField, customFields } from '../../contract/views.ts';
import { useAct } from '../use-row-action.ts';
import { FIELD_KINDS, type FieldKind, SHOWN_KINDS } from './field-labels.ts';
import { placesAfter } from './order.ts';
import { rollUpWords } from './rollup-labels.ts';

const FieldDialog = lazy(() => import('./field-dialog.tsx'));

const parseKind = (raw: RawSearch): { kind: FieldKind } => ({
  kind: SHOWN_KINDS.find((one) => one === raw['kind']) ?? 'contact',
});

/** `/record-fields`: what a workspace keeps of its records beside what everyone keeps. */
export default function FieldsPage() {
  const [{ kind }, setSearch] = usePageSearch(parseKind);
  return (
    <div className="page-frame max-w-4xl">
      <h1 tabIndex={-1} className="mb-3 page-title">
        Custom fields
      </h1>
      <Tabs
        label="Record types"
        value={kind}
        onValueChange={(next) => setSearch({ kind: next as FieldKind }, { replace: true })}
        items={SHOWN_KINDS.map((one) => ({ value: one, label: KINDS[one].title, content: <Fields kind={one} /> }))}
      />
    </div>
  );
}

function Fields({ kind }: { kind: FieldKind }) {
  const { data, error, isPending, refetch } = useQuery(read(customFields.list, { query: { object: kind } }));
  const admin = useSessionUser()?.role === 'admin';
  const [edited, setEdited] = useState<CustomField | 'new' | null>(null);
  const act = useAct(customFields.list.path);
  const fields = data?.items ?? [];
  const moving = useRef(false);
  const move = async (from: number, to: number) => {
    // The next press finds the fields where this one puts them.
    if (moving.current) return;
    moving.current = true;
    await act('Order updated', 'Couldn’t update the order', async () => {
      for (const { field, position } of placesAfter(fields, from, to))
        await call(customFields.update, { params: { id: field.id }, body: { position, version: field.version } });
    });
    moving.current = false;
  };
  const remove = async (field: CustomField) => {
    const sure = await confirm({
      title: `Remove the field “${field.label}”?`,
      description: `All ${KINDS[kind].many} lose their value in this field. This can’t be undone.`,
      action: 'Remove field',
      typed: 'remove',
    });
    if (sure)
      await act('Field removed', 'Couldn’t remove the field', () =>
        call(customFields.remove, { params: { id: field.id } }),
      );
  };
  return (
    <section aria-label={KINDS[kind].title} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-prose text-sm text-muted">
          Custom fields appear on each {KINDS[kind].one}, as columns, and in filters, exports, and the API.
        </p>
        <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
          New field
        </Button>
      </div>
      {isPending && (
        <div className="grid gap-2" aria-hidden="true">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      )}
      {error && !data && <Failure error={error} what="Custom fields" onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <EmptyState icon={<ListPlus />} title="No custom fields yet">
          Add the details your business tracks: a contract number, a tier, a renewal date, or a value calculated from
          other fields.
        </EmptyState>
      )}
      <ul className="grid gap-2">
        {fields.map((field, i) => (
          <li
            key={field.id}
            data-testid="row"
            className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-raised px-3 py-2 text-sm"
          >
            <span className="min-w-0 flex-1 basis-60">
              <span className="block font-medium break-words">{field.label}</span>
              <span className="block text-xs break-words text-muted">
                {FIELD_KINDS[field.kind]}
                {field.options.length > 0 && `: ${field.options.join(', ')}`}
                {field.formula && (
                  <>
                    : <code>{field.formula}</code>
                  </>
                )}
                {field.rollup && `: ${rollUpWords(field.rollup)}`}
              </span>
            </span>
            <code className="text-xs break-all text-muted max-sm:w-full">{field.key}</code>
            <span className="flex gap-x-3 max-sm:-ml-2 max-sm:w-full">
              <IconButton
                size="sm"
                label={`Move ${field.label} up`}
                icon={<ArrowUp />}
                disabled={i === 0}
                onClick={() => void move(i, i - 1)}
              />
              <IconButton
                size="sm"
                label={`Move ${field.label} down`}
                icon={<ArrowDown />}
                disabled={i === fields.length - 1}
                onClick={() => void move(i, i + 1)}
              />
              <IconButton size="sm" label={`Edit ${field.label}`} icon={<Pencil />} onClick={() => setEdited(field)} />
              {admin && (
                <IconButton
                  size="sm"
                  label={`Remove ${field.label}`}
                  icon={<Trash2 />}
                  onClick={() => void remove(field)}
                  className="max-sm:ml-auto"
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {edited && (
        <Suspense fallback={null}>
          <FieldDialog
            kind={kind}
            fields={fields}
            {...(edited !== 'new' && { field: edited })}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </section>
  );
}
