/** The owner and the tags of a record of any kind, edited in their place. */
import { Badge } from '../../web/ui/badge.tsx';
import { Combobox } from '../../web/ui/combobox.tsx';
import { MultiCombobox } from '../../web/ui/multi-combobox.tsx';
import type { Option } from '../../web/ui/use-options.ts';
import type { RecordKind } from '../contract/kinds.ts';
import { useOwners, useTagSearch } from './choices.ts';
import { InlineField } from './inline-field.tsx';

interface State {
  pending: boolean;
  readOnly: boolean;
}

export function OwnerField({
  ownerId,
  onSave,
  ...state
}: State & { ownerId: string | null; onSave: (ownerId: string | null) => Promise<unknown> }) {
  const { options, nameOf } = useOwners();
  return (
    <InlineField<Option | null>
      {...state}
      name="ownerId"
      label="Owner"
      value={ownerId ? { value: ownerId, label: nameOf(ownerId) } : null}
      onSave={(draft) => onSave(draft?.value ?? null)}
      renderEditor={({ draft, setDraft, control }) => (
        <Combobox {...control} label="Owner" source={options} value={draft} onChange={setDraft} placeholder="No one" />
      )}
    >
      {nameOf(ownerId) || null}
    </InlineField>
  );
}

export function TagsField({
  kind,
  tags,
  onSave,
  ...state
}: State & { kind: RecordKind; tags: string[]; onSave: (tags: string[]) => Promise<unknown> }) {
  const search = useTagSearch(kind);
  return (
    <InlineField<string[]>
      {...state}
      name="tags"
      label="Tags"
      value={tags}
      onSave={onSave}
      renderEditor={({ draft, setDraft, control }) => (
        <MultiCombobox
          {...control}
          label="Tags"
          source={search}
          value={draft.map((tag) => ({ value: tag, label: tag }))}
          onChange={(chosen) => setDraft(chosen.map((tag) => tag.value))}
          create={(text) => ({ value: text, label: text })}
          placeholder="Add tag"
        />
      )}
    >
      {tags.length > 0 ? (
        <span className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      ) : null}
    </InlineField>
  );
}
