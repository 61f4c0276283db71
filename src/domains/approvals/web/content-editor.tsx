import type { ReactNode } from 'react';
import { Field } from '../../../web/ui/field.tsx';
import { Input, Textarea } from '../../../web/ui/input.tsx';
import type { ContentField } from '../contract.ts';
import { type Draft, isList } from './content-draft.ts';

interface PartEditorProps {
  field: ContentField;
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** Errors by field. */
  errors: Readonly<Record<string, string>>;
  /** Its label stands beside it already. */
  hideLabel?: boolean;
}

const TYPES: Partial<Record<ContentField['input'], string>> = { email: 'email', url: 'url', number: 'number' };

function hintOf(input: ContentField['input']): ReactNode {
  if (isList(input)) return 'Separate values with commas.';
  return input === 'fixed' ? 'This part can’t be changed here.' : undefined;
}

/** Changes one field of what will be done. */
export function PartEditor({ field: { key, label, input }, draft, onChange, errors, hideLabel }: PartEditorProps) {
  const change = (value: string) => onChange({ ...draft, [key]: value });
  return (
    <Field label={label} hideLabel={hideLabel} error={errors[key]} hint={hintOf(input)}>
      {(control) =>
        input === 'text' || input === 'json' ? (
          <Textarea
            {...control}
            rows={input === 'json' ? 8 : 10}
            value={draft[key] ?? ''}
            className={input === 'json' ? 'font-mono text-xs' : undefined}
            onChange={(event) => change(event.target.value)}
          />
        ) : (
          <Input
            {...control}
            type={TYPES[input] ?? 'text'}
            readOnly={input === 'fixed'}
            value={draft[key] ?? ''}
            onChange={(event) => change(event.target.value)}
          />
        )
      }
    </Field>
  );
}
