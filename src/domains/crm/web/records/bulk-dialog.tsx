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
import type { BulkAction, BulkSelection } from '../../contract/bulk.ts';
import { countOf, KINDS, type RecordKind } from '../../contract/kinds.ts';
import type { CustomField } from '../../contract/views.ts';
import { useCompanySearch, useOwners, useTagSearch } from './choices.ts';
import type { BulkField, ListKit, ListRow } from './kit.ts';

export type BulkWhat = 'assign' | 'tags' | 'edit' | 'delete';

interface BulkDialogProps {
  kit: Pick<ListKit<ListRow>, 'kind' | 'bulk' | 'bulkFields'>;
  what: BulkWhat;
  selection: BulkSelection;
  customFields: readonly CustomField[];
  onClose: () => void;
  onRun: (action: BulkAction) => void;
}

const TITLES: Record<BulkWhat, string> = { assign: 'Assign', tags: 'Tag', edit: 'Edit', delete: 'Delete' };
const VERBS: Record<BulkWhat, string> = { assign: 'Assign', tags: 'Change tags of', edit: 'Change', delete: 'Delete' };

/** Says what will happen to how many records, and to which for example, before it happens. */
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
      open onOpenChange={onClose} size="sm" title={`${TITLES[what]} ${many}`}
      description={what === 'delete' ? 'They go to the trash and can be restored from there.' : undefined}
      footer={(
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant={what === 'delete' ? 'danger' : 'primary'} disabled={!action || !preview.isSuccess}>
            {VERBS[what]} {count === undefined ? many : countOf(kind, count)}
          </Button>
        </>
      )}
    >
      <form
        id={formId} className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (action && preview.isSuccess) onRun(action);
        }}
      >
        {what === 'assign' && <AssignFields onChange={setAction} />}
        {what === 'tags' && <TagFields kind={kind} onChange={setAction} />}
        {what === 'edit' && <EditFields kind={kind} fields={kit.bulkFields} customFields={customFields} onChange={setAction} />}
        <div role="status" className="min-h-10 text-sm text-muted">
          {preview.isError && <Banner tone="danger">{messageFor(preview.error, `The number of ${many} could not be read.`)}</Banner>}
          {preview.isFetching && <Skeleton className="h-4 w-56" />}
          {preview.data && (
            <>
              <p><strong className="font-semibold text-ink">{countOf(kind, preview.data.count)}</strong> selected{preview.data.sample.length > 0 && ', for example:'}</p>
              <p>{preview.data.sample.slice(0, 5).map((record) => record.name).join(', ')}</p>
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

interface EditFieldsProps {
  kind: RecordKind;
  fields: readonly BulkField[];
  customFields: readonly CustomField[];
  onChange: OnAction;
}

const INPUTS: Partial<Record<CustomField['kind'], BulkField['input']>> = { number: 'number', day: 'date' };
const YES_NO = [{ value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }];

/** A custom field as one that can be set on many. */
function customBulkField({ key, label, kind, options }: CustomField): BulkField {
  const choices = kind === 'select' ? options.map((option) => ({ value: option, label: option })) : kind === 'boolean' ? YES_NO : undefined;
  return { name: `custom.${key}`, label, input: INPUTS[kind] ?? 'text', ...(choices && { options: choices }) };
}

/** The change that sets one field; null clears it. */
function setOf({ name, input }: BulkField, value: string | null, isYesNo: boolean): Record<string, unknown> {
  const typed = value === null ? null : input === 'number' ? Number(value) : isYesNo ? value === 'true' : value;
  if (name.startsWith('custom.')) return { custom: { [name.slice('custom.'.length)]: typed } };
  return { [name]: typed ?? (name.endsWith('Id') || input === 'number' || input === 'date' ? null : '') };
}

function EditFields({ kind, fields, customFields, onChange }: EditFieldsProps) {
  const searchCompanies = useCompanySearch();
  const all = [...fields, ...customFields.filter((field) => field.kind !== 'multi' && field.kind !== 'formula' && field.kind !== 'rollup').map(customBulkField)];
  const [name, setName] = useState(all[0]?.name ?? '');
  const [text, setText] = useState('');
  const [clear, setClear] = useState(false);
  const [company, setCompany] = useState<Option | null>(null);
  const field = all.find((one) => one.name === name);
  if (!field) return null;
  const isYesNo = field.options === YES_NO;
  const set = (value: string | null) => onChange({ kind: 'edit', set: setOf(field, value, isYesNo) });

  const setValue = (value: string) => {
    setText(value);
    if (value === '') onChange(null);
    else set(value);
  };
  const setCleared = (next: boolean) => {
    setClear(next);
    setText('');
    setCompany(null);
    if (next) set(null);
    else onChange(null);
  };
  const choose = (next: string) => {
    setName(next);
    setClear(false);
    setText('');
    setCompany(null);
    onChange(null);
  };
  return (
    <>
      <Field label="Field">
        {(control) => <Select {...control} value={name} options={all.map((one) => ({ value: one.name, label: one.label }))} onChange={(event) => choose(event.target.value)} />}
      </Field>
      {!clear && <Field label="New value" hint={`Every selected ${KINDS[kind].one} gets this value.`}>
        {(control) => {
          if (field.input === 'company') {
            return (
              <Combobox
                {...control} label={field.label} source={searchCompanies} value={company}
                onChange={(option) => {
                  setCompany(option);
                  if (option) set(option.value);
                  else onChange(null);
                }}
              />
            );
          }
          if (field.options) return <Select {...control} value={text} placeholder="None" options={field.options} onChange={(event) => setValue(event.target.value)} />;
          return <Input {...control} type={field.input ?? 'text'} value={text} onChange={(event) => setValue(event.target.value)} />;
        }}
      </Field>}
      {!field.required && <Checkbox label="Clear this field" checked={clear} onChange={(event) => setCleared(event.target.checked)} />}
    </>
  );
}
