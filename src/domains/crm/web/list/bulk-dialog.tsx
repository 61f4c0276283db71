import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageFor } from '../../../../web/api/error.ts';
import { request } from '../../../../web/api/request.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { Checkbox } from '../../../../web/ui/checkbox.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { Dialog } from '../../../../web/ui/dialog.tsx';
import { Field } from '../../../../web/ui/field.tsx';
import { Input } from '../../../../web/ui/input.tsx';
import { MultiCombobox } from '../../../../web/ui/multi-combobox.tsx';
import { Select } from '../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import type { Option } from '../../../../web/ui/use-options.ts';
import { bulk, BulkAction, type BulkSelection } from '../../contract/bulk.ts';
import type { CustomField } from '../../contract/views.ts';
import { useCompanySearch, useOwners, useTagSearch } from './choices.ts';
import { contactsText } from './use-bulk.ts';

export type BulkKind = 'assign' | 'tags' | 'edit' | 'delete';

interface BulkDialogProps {
  kind: BulkKind;
  selection: BulkSelection;
  customFields: readonly CustomField[];
  onClose: () => void;
  onRun: (action: BulkAction) => void;
}

const TITLES: Record<BulkKind, string> = { assign: 'Assign contacts', tags: 'Tag contacts', edit: 'Edit contacts', delete: 'Delete contacts' };
const VERBS: Record<BulkKind, string> = { assign: 'Assign', tags: 'Change tags of', edit: 'Change', delete: 'Delete' };

/** Says what will happen to how many contacts, and to which for example, before it happens. */
export default function BulkDialog({ kind, selection, customFields, onClose, onRun }: BulkDialogProps) {
  const formId = useId();
  const [action, setAction] = useState<BulkAction | null>(kind === 'delete' ? { kind: 'delete' } : null);
  const parsed = BulkAction.safeParse(action);
  const preview = useQuery({
    queryKey: ['bulk-preview', selection, action],
    queryFn: ({ signal }) => request(bulk.run, { body: { selection, action: parsed.data!, preview: true }, signal }),
    enabled: parsed.success,
    gcTime: 0,
  });
  const count = preview.data?.count;
  return (
    <Dialog
      open onOpenChange={onClose} size="sm" title={TITLES[kind]}
      description={kind === 'delete' ? 'They go to the trash and can be restored from there.' : undefined}
      footer={(
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant={kind === 'delete' ? 'danger' : 'primary'} disabled={!parsed.success || !preview.isSuccess}>
            {VERBS[kind]} {count === undefined ? 'contacts' : contactsText(count)}
          </Button>
        </>
      )}
    >
      <form
        id={formId} className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (parsed.success && preview.isSuccess) onRun(parsed.data);
        }}
      >
        {kind === 'assign' && <AssignFields onChange={setAction} />}
        {kind === 'tags' && <TagFields onChange={setAction} />}
        {kind === 'edit' && <EditFields customFields={customFields} onChange={setAction} />}
        <div role="status" className="min-h-10 text-sm text-muted">
          {preview.isError && <Banner tone="danger">{messageFor(preview.error, 'The number of contacts could not be read.')}</Banner>}
          {preview.isFetching && <Skeleton className="h-4 w-56" />}
          {preview.data && (
            <>
              <p><strong className="font-semibold text-ink">{contactsText(preview.data.count)}</strong> selected{preview.data.sample.length > 0 && ', for example:'}</p>
              <p>{preview.data.sample.slice(0, 5).map((contact) => contact.name).join(', ')}</p>
            </>
          )}
        </div>
      </form>
    </Dialog>
  );
}

type OnAction = (action: BulkAction | null) => void;

function AssignFields({ onChange }: { onChange: OnAction }) {
  const owners = useOwners();
  const [owner, setOwner] = useState<Option | null>(null);
  return (
    <Field label="New owner">
      {(control) => (
        <Combobox
          {...control} label="New owner" value={owner} placeholder="Choose a person" source={[{ value: 'none', label: 'Nobody' }, ...owners.options]}
          onChange={(option) => {
            setOwner(option);
            onChange(option && { kind: 'assign', ownerId: option.value === 'none' ? null : option.value });
          }}
        />
      )}
    </Field>
  );
}

function TagFields({ onChange }: { onChange: OnAction }) {
  const [mode, setMode] = useState<'addTags' | 'removeTags'>('addTags');
  const [tags, setTags] = useState<Option[]>([]);
  const searchTags = useTagSearch();
  const change = (nextMode: typeof mode, next: Option[]) => {
    setMode(nextMode);
    setTags(next);
    onChange(next.length > 0 ? { kind: nextMode, tags: next.map((tag) => tag.value) } : null);
  };
  return (
    <>
      <Field label="What to do">
        {(control) => (
          <Select {...control} value={mode} options={[{ value: 'addTags', label: 'Add tags' }, { value: 'removeTags', label: 'Remove tags' }]} onChange={(event) => change(event.target.value === 'removeTags' ? 'removeTags' : 'addTags', tags)} />
        )}
      </Field>
      <Field label="Tags">
        {(control) => <MultiCombobox {...control} label="Tags" source={searchTags} value={tags} onChange={(next) => change(mode, next)} create={mode === 'addTags' ? (text) => ({ value: text, label: text }) : undefined} />}
      </Field>
    </>
  );
}

const EDITABLE = [
  { value: 'source', label: 'Source' }, { value: 'title', label: 'Title' }, { value: 'companyId', label: 'Company' }, { value: 'city', label: 'City' }, { value: 'country', label: 'Country' },
];

function EditFields({ customFields, onChange }: { customFields: readonly CustomField[]; onChange: OnAction }) {
  const searchCompanies = useCompanySearch();
  const [name, setName] = useState('source');
  const [text, setText] = useState('');
  const [clear, setClear] = useState(false);
  const [company, setCompany] = useState<Option | null>(null);
  const simple = customFields.filter((field) => field.kind !== 'multi');
  const custom = simple.find((field) => `custom.${field.key}` === name);

  const setValue = (value: string) => {
    setText(value);
    const typed = custom?.kind === 'number' ? Number(value) : custom?.kind === 'boolean' ? value === 'true' : value;
    onChange(value === '' ? null : { kind: 'edit', set: custom ? { custom: { [custom.key]: typed } } : { [name]: value } });
  };
  const setCleared = (next: boolean) => {
    setClear(next);
    setText('');
    setCompany(null);
    onChange(next ? { kind: 'edit', set: custom ? { custom: { [custom.key]: null } } : { [name]: name === 'companyId' ? null : '' } } : null);
  };
  const choose = (next: string) => {
    setName(next);
    setClear(false);
    setText('');
    setCompany(null);
    onChange(null);
  };
  const choices = custom?.kind === 'select' ? custom.options.map((option) => ({ value: option, label: option }))
    : custom?.kind === 'boolean' ? [{ value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }] : undefined;
  return (
    <>
      <Field label="Field">
        {(control) => (
          <Select {...control} value={name} options={[...EDITABLE, ...simple.map((field) => ({ value: `custom.${field.key}`, label: field.label }))]} onChange={(event) => choose(event.target.value)} />
        )}
      </Field>
      {!clear && <Field label="New value" hint="Every selected contact gets this value.">
        {(control) => {
          if (name === 'companyId') {
            return (
              <Combobox
                {...control} label="Company" source={searchCompanies} value={company}
                onChange={(option) => {
                  setCompany(option);
                  onChange(option && { kind: 'edit', set: { companyId: option.value } });
                }}
              />
            );
          }
          if (choices) return <Select {...control} value={text} placeholder="None" options={choices} onChange={(event) => setValue(event.target.value)} />;
          return <Input {...control} type={custom?.kind === 'number' ? 'number' : custom?.kind === 'day' ? 'date' : 'text'} value={text} onChange={(event) => setValue(event.target.value)} />;
        }}
      </Field>}
      <Checkbox label="Clear this field" checked={clear} onChange={(event) => setCleared(event.target.checked)} />
    </>
  );
}
