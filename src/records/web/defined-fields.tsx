/** The fields of a definition on a record's page, each edited in its place. */
import { type DefinedField, fieldsOf, isListed, pathOf, type RecordDefinition, textIn } from '../define-record.ts';
import { FoldedGroup } from './field-groups.tsx';
import { phoneText, telHref } from './format.ts';
import { LongTextField, TextField, UrlField } from './text-fields.tsx';

type Facets = Readonly<Record<string, readonly { value?: string; id?: string }[] | undefined>>;

interface DefinedFieldsProps {
  definition: RecordDefinition;
  record: object;
  /** Only what the row of a list knows is there yet. */
  partial: boolean;
  readOnly: boolean;
  /** Values in use, offered while typing. */
  facets?: Facets | undefined;
  onSave: (fields: Record<string, unknown>) => Promise<unknown>;
}

/** The fields that stand by themselves: the short ones, or those of several lines. */
export function DefinedFields({ only, ...props }: DefinedFieldsProps & { only: 'short' | 'long' }) {
  return fieldsOf(props.definition)
    .filter(({ group, format }) => !group && (format === 'long') === (only === 'long'))
    .map((field) => <OneField key={field.name} field={field} text={textIn(props.record, field.name)} {...props} />);
}

/** The fields of a group, blank ones folded away. */
export function DefinedGroup({ group, title, ...props }: DefinedFieldsProps & { group: string; title: string }) {
  const fields = new Map(
    fieldsOf(props.definition).flatMap((field) => (field.group === group ? [[field.name, field] as const] : [])),
  );
  const values: unknown = (props.record as Readonly<Record<string, unknown>>)[group];
  const textOf = (name: string) => (typeof values === 'object' && values !== null ? textIn(values, name) : '');
  return (
    <FoldedGroup
      title={title}
      keys={[...fields.keys()]}
      isBlank={(name) => !props.partial && !textOf(name)}
      renderField={(name) => <OneField key={name} field={fields.get(name)!} text={textOf(name)} {...props} />}
    />
  );
}

interface OneFieldProps extends Omit<DefinedFieldsProps, 'definition' | 'record'> {
  field: DefinedField;
  text: string;
}

function OneField({ field, text, partial, readOnly, facets, onSave }: OneFieldProps) {
  const { name, group, label, format, max, required, choices } = field;
  const common = {
    name: pathOf(field),
    label,
    value: text,
    maxLength: max,
    readOnly: readOnly || partial,
    // Until the whole record is there, fields that the list does not know are on their way, not blank.
    pending: partial && (group !== undefined || !isListed(field)),
    onSave: (value: string) => onSave(group ? { [group]: { [name]: value } } : { [name]: value }),
  };
  switch (format) {
    case 'long':
      return <LongTextField {...common} />;
    case 'url':
      return <UrlField {...common} />;
    case 'phone':
      return <TextField {...common} type="tel" shown={text ? <PhoneLink value={text} /> : null} />;
    default:
      return (
        <TextField
          {...common}
          type={format === 'email' ? 'email' : 'text'}
          suggestions={choices && group === undefined ? suggested(facets, choices) : undefined}
          {...(required !== undefined && {
            check: (draft: string) => (draft.trim() ? [] : [{ field: name, message: required }]),
          })}
        />
      );
  }
}

const suggested = (facets: Facets | undefined, choices: string) =>
  facets?.[choices]?.flatMap(({ value }) => value ?? []);

function PhoneLink({ value }: { value: string }) {
  return (
    <a href={telHref({ value })} className="tabular text-accent-ink underline-offset-2 hover:underline">
      {phoneText({ value })}
    </a>
  );
}
