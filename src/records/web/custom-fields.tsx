import { useQuery } from '@tanstack/react-query';
import { read } from '../../web/api/request.ts';
import type { CustomValues } from '../contract/field-values.ts';
import type { RecordKind } from '../contract/kinds.ts';
import { customFields } from '../contract/views.ts';
import { CustomFieldRow } from './custom-field.tsx';
import { FoldedGroup, Group } from './field-groups.tsx';

interface OwnFieldsProps {
  kind: RecordKind;
  values: CustomValues;
  /** Absent: they are only read, and those that are blank are left out. */
  onSave?: (values: CustomValues) => Promise<unknown>;
  readOnly?: boolean;
  /** Most records of this kind fill in few of them: the blank ones come out when they are wanted. */
  folded?: boolean;
}

const TITLE = 'More fields';

/** The fields that the workspace added, each edited in its place; nothing where there are none. */
export function OwnFields({ kind, values, onSave, readOnly = false, folded = false }: OwnFieldsProps) {
  const { data } = useQuery(read(customFields.list, { query: { object: kind } }));
  const isBlank = (key: string) => values[key] === undefined;
  const fields = (data?.items ?? []).filter(({ key }) => onSave || !isBlank(key));
  if (fields.length === 0) return null;
  const row = (key: string) => (
    <CustomFieldRow
      key={key}
      definition={fields.find((one) => one.key === key)!}
      values={values}
      pending={false}
      readOnly={readOnly || !onSave}
      onSave={onSave ?? (() => Promise.resolve())}
    />
  );
  const keys = fields.map(({ key }) => key);
  return folded && onSave && !readOnly ? (
    <FoldedGroup title={TITLE} keys={keys} isBlank={isBlank} renderField={row} />
  ) : (
    <Group title={TITLE}>{keys.map(row)}</Group>
  );
}
