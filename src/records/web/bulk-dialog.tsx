import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageFor } from '../../web/api/error.ts';
import { request } from '../../web/api/request.ts';
import { Banner } from '../../web/ui/banner.tsx';
import { Button } from '../../web/ui/button.tsx';
import { Combobox } from '../../web/ui/combobox.tsx';
import { Dialog } from '../../web/ui/dialog.tsx';
import { Field } from '../../web/ui/field.tsx';
import { MultiCombobox } from '../../web/ui/multi-combobox.tsx';
import { Select } from '../../web/ui/select.tsx';
import { Skeleton } from '../../web/ui/skeleton.tsx';
import type { Option } from '../../web/ui/use-options.ts';
import type { BulkAction, BulkSelection } from '../contract/bulk.ts';
import { countOf, KINDS, type RecordKind } from '../contract/kinds.ts';
import type { CustomField } from '../contract/views.ts';
import { EditFields, type OnAction } from './bulk-edit-fields.tsx';
import { useOwners, useTagSearch } from './choices.ts';
import type { Readers } from './note-readers.tsx';
import ReadersField from './readers-field.tsx';
import type { ListKit, ListRow } from './list-kit.ts';

export type BulkWhat = 'assign' | 'tags' | 'edit' | 'share' | 'delete';

interface BulkDialogProps {
  kit: Pick<ListKit<ListRow>, 'kind' | 'bulk' | 'bulkFields'>;
  what: BulkWhat;
  selection: BulkSelection;
  customFields: readonly CustomField[];
  onClose: () => void;
  onRun: (action: BulkAction) => void;
}

const TITLES: Record<BulkWhat, string> = {
  assign: 'Assign',
  tags: 'Tag',
  edit: 'Edit',
  share: 'Who can see these',
  delete: 'Delete',
};
const VERBS: Record<BulkWhat, string> = {
  assign: 'Assign',
  tags: 'Edit tags of',
  edit: 'Edit',
  share: 'Change access to',
  delete: 'Delete',
};

/** Confirms a bulk action: what will happen, to how many records, and examples. */
export default function BulkDialog({ kit, what, selection, customFields, onClose, onRun }: BulkDialogProps) {
  const formId = useId();
  const { kind, bulk } = kit;
  const { many } = KINDS[kind];
  const [action, setAction] = useState<BulkAction | null>(what === 'delete' ? { kind: 'delete' } : null);
  const preview = useQuery({
    queryKey: ['bulk-preview', kind, selection, action],
    queryFn: ({ signal }) => request(bulk.run, { body: { selection, action: action!, preview: true }, signal }),
    enabled: action !== null,
    gcTime: 0,
  });
  const count = preview.data?.count;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={`${TITLES[what]} ${many}`}
      description={what === 'delete' ? 'They move to the trash. You can restore them from there.' : undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant={what === 'delete' ? 'danger' : 'primary'}
            disabled={!action || !preview.isSuccess || (what === 'share' && count === 0)}
          >
            {VERBS[what]} {count === undefined ? many : countOf(kind, count)}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (action && preview.isSuccess) onRun(action);
        }}
      >
        {what === 'assign' && <AssignFields onChange={setAction} />}
        {what === 'tags' && <TagFields kind={kind} onChange={setAction} />}
        {what === 'share' && <ShareFields kind={kind} onChange={setAction} />}
        {what === 'edit' && (
          <EditFields kind={kind} fields={kit.bulkFields} customFields={customFields} onChange={setAction} />
        )}
        <div role="status" className="min-h-10 text-sm text-muted">
          {preview.isError && (
            <Banner tone="danger">{messageFor(preview.error, `The number of ${many} could not be loaded.`)}</Banner>
          )}
          {preview.isFetching && <Skeleton className="h-4 w-56" />}
          {preview.data && (
            <>
              <p>
                <strong className="font-semibold text-ink">{countOf(kind, preview.data.count)}</strong>{' '}
                {what === 'share' ? 'will be changed' : 'selected'}
                {preview.data.sample.length > 0 && ', for example:'}
              </p>
              <p>
                {preview.data.sample
                  .slice(0, 5)
                  .map((record) => record.name)
                  .join(', ')}
              </p>
              {(preview.data.withheld ?? 0) > 0 && (
                <p className="mt-1">
                  {countOf(kind, preview.data.withheld!)} will not change. Only their owner, their creator, and
                  administrators can change access.
                </p>
              )}
            </>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function AssignFields({ onChange }: { onChange: OnAction }) {
  const owners = useOwners();
  const [owner, setOwner] = useState<Option | null>(null);
  return (
    <Field label="New owner">
      {(control) => (
        <Combobox
          {...control}
          label="New owner"
          value={owner}
          placeholder="Choose a person"
          source={[{ value: 'none', label: 'No one' }, ...owners.options]}
          onChange={(option) => {
            setOwner(option);
            onChange(option && { kind: 'assign', ownerId: option.value === 'none' ? null : option.value });
          }}
        />
      )}
    </Field>
  );
}

function ShareFields({ kind, onChange }: { kind: RecordKind; onChange: OnAction }) {
  const [readers, setReaders] = useState<Readers | undefined>();
  const choose = (next: Readers) => {
    setReaders(next);
    onChange({ kind: 'share', readers: next && [...next] });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-1.5">
        <ReadersField label="Who can see them" value={readers} onChange={choose} />
      </div>
      {readers && (
        <p className="text-xs text-muted">
          Their owners and creators can always see them. For a private {KINDS[kind].one}, notes, files, comments, and
          activities are also private.
        </p>
      )}
    </>
  );
}

function TagFields({ kind, onChange }: { kind: RecordKind; onChange: OnAction }) {
  const [mode, setMode] = useState<'addTags' | 'removeTags'>('addTags');
  const [tags, setTags] = useState<Option[]>([]);
  const searchTags = useTagSearch(kind);
  const change = (nextMode: typeof mode, next: Option[]) => {
    setMode(nextMode);
    setTags(next);
    onChange(next.length > 0 ? { kind: nextMode, tags: next.map((tag) => tag.value) } : null);
  };
  return (
    <>
      <Field label="Action">
        {(control) => (
          <Select
            {...control}
            value={mode}
            options={[
              { value: 'addTags', label: 'Add tags' },
              { value: 'removeTags', label: 'Remove tags' },
            ]}
            onChange={(event) => change(event.target.value === 'removeTags' ? 'removeTags' : 'addTags', tags)}
          />
        )}
      </Field>
      <Field label="Tags">
        {(control) => (
          <MultiCombobox
            {...control}
            label="Tags"
            source={searchTags}
            value={tags}
            onChange={(next) => change(mode, next)}
            create={mode === 'addTags' ? (text) => ({ value: text, label: text }) : undefined}
          />
        )}
      </Field>
    </>
  );
}
