/** The fields of a definition in the form for a new record. */
import { FormField } from '../../web/form/form-field.tsx';
import {
  type DefinedField,
  fieldsOf,
  type FieldsWith,
  type GroupedField,
  type GroupName,
  pathOf,
  type RecordDefinition,
} from '../define-record.ts';
import { inGroups } from '../engine/record-texts.ts';

const inForm = (definition: RecordDefinition): DefinedField[] =>
  fieldsOf(definition).filter(({ form }) => form !== undefined);

/** Whether a record cannot do without the field: those stand first. */
const isRequired = ({ required }: DefinedField) => required !== undefined;

type FormFieldName<Definition extends RecordDefinition> = FieldsWith<Definition, { form: string }>;
type BlankForm<Definition extends RecordDefinition> = {
  [Name in Exclude<FormFieldName<Definition>, GroupedField<Definition>>]: string;
} & { [Group in GroupName<Definition>]: Record<FormFieldName<Definition> & GroupedField<Definition>, string> };

/** The form before anything is typed. */
export const blankForm = <Definition extends RecordDefinition>(definition: Definition): BlankForm<Definition> =>
  inGroups(definition, Object.fromEntries(inForm(definition).map(({ name }) => [name, '']))) as BlankForm<Definition>;

const TYPES = { phone: 'tel', email: 'email', url: 'text', long: 'text' } as const;

/** The required fields, or the others. */
export function DefinedFormFields({ definition, required }: { definition: RecordDefinition; required: boolean }) {
  return inForm(definition)
    .filter((field) => isRequired(field) === required)
    .map((field, index) => (
      <FormField
        key={field.name}
        name={pathOf(field)}
        label={field.label}
        required={required}
        autoFocus={required && index === 0}
        autoComplete="off"
        {...(field.format && { type: TYPES[field.format] })}
        {...(field.format === 'long' && { rows: 4 })}
        {...(field.form && { placeholder: field.form })}
      />
    ));
}
