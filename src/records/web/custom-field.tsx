import type { FieldError as Problem } from '../../kernel/errors.ts';
import { Badge } from '../../web/ui/badge.tsx';
import { MultiCombobox } from '../../web/ui/multi-combobox.tsx';
import { DayText } from '../../web/ui/time.tsx';
import { parseEmail } from '../engine/email.ts';
import type { CustomValue, CustomValues } from '../contract/field-values.ts';
import type { CustomField } from '../contract/views.ts';
import { EmailLink } from './email-link.tsx';
import { InlineField } from './inline-field.tsx';
import { ChoiceField, LongTextField, TextField, UrlField } from './text-fields.tsx';

interface CustomFieldProps {
  definition: CustomField;
  values: CustomValues;
  onSave: (custom: CustomValues) => Promise<unknown>;
  pending: boolean;
  readOnly: boolean;
}

/** A field that the workspace added, edited by its kind. */
export function CustomFieldRow({ definition, values, onSave, ...state }: CustomFieldProps) {
  const { key, label, kind, options } = definition;
  const value = values[key] ?? null;
  const name = `custom.${key}`;
  const write = (next: CustomValue) => onSave({ [key]: next });
  const text = typeof value === 'string' ? value : '';
  const common = { ...state, name, label };
  const problem = (message: string): Problem[] => [{ field: name, message }];
  switch (kind) {
    case 'formula':
    case 'rollup':
      return <Calculated label={label} value={value} isDay={definition.result === 'day'} />;
    case 'number':
      return (
        <TextField
          {...common}
          type="number"
          value={typeof value === 'number' ? String(value) : ''}
          shown={typeof value === 'number' ? value.toLocaleString() : null}
          onSave={(draft) => write(draft === '' ? null : Number(draft))}
          check={(draft) => (draft === '' || Number.isFinite(Number(draft)) ? [] : problem('Enter a number.'))}
        />
      );
    case 'day':
      return (
        <TextField
          {...common}
          type="date"
          value={text}
          shown={text ? <DayText value={text} /> : null}
          onSave={(draft) => write(draft || null)}
        />
      );
    case 'boolean':
      return (
        <ChoiceField
          {...common}
          value={typeof value === 'boolean' ? String(value) : ''}
          options={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          onSave={(draft) => write(draft === '' ? null : draft === 'true')}
        />
      );
    case 'select':
      return (
        <ChoiceField
          {...common}
          value={text}
          options={options.map((one) => ({ value: one, label: one }))}
          onSave={(draft) => write(draft || null)}
        />
      );
    case 'multi':
      return <SeveralField {...common} value={Array.isArray(value) ? value : []} options={options} onSave={write} />;
    case 'url':
      return <UrlField {...common} value={text} onSave={(draft) => write(draft || null)} />;
    case 'long_text':
      return <LongTextField {...common} value={text} maxLength={5000} onSave={(draft) => write(draft || null)} />;
    case 'email':
      return (
        <TextField
          {...common}
          type="email"
          value={text}
          shown={text ? <EmailLink email={text} /> : null}
          check={(draft) =>
            draft.trim() === '' || parseEmail(draft) ? [] : problem('Enter an email address such as name@example.com.')
          }
          onSave={(draft) => write(draft || null)}
        />
      );
    case 'phone':
      return <TextField {...common} type="tel" value={text} onSave={(draft) => write(draft || null)} />;
    default:
      return <TextField {...common} value={text} maxLength={5000} onSave={(draft) => write(draft || null)} />;
  }
}

/** A value that follows from others: read, not edited. */
function Calculated({ label, value, isDay }: { label: string; value: CustomValue; isDay: boolean }) {
  const shown =
    typeof value === 'number' ? (
      value.toLocaleString()
    ) : typeof value === 'boolean' ? (
      value ? (
        'Yes'
      ) : (
        'No'
      )
    ) : isDay && typeof value === 'string' ? (
      <DayText value={value} />
    ) : (
      value
    );
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-2">
      <dt className="py-1.5 text-xs leading-5 text-muted">{label}</dt>
      <dd
        className={`py-1.5 text-sm break-words ${shown === null ? 'text-faint' : 'text-ink'}`}
        data-tooltip="Calculated"
      >
        {shown ?? '–'}
      </dd>
    </div>
  );
}

interface SeveralFieldProps {
  name: string;
  label: string;
  pending: boolean;
  readOnly: boolean;
  value: string[];
  options: readonly string[];
  onSave: (value: string[] | null) => Promise<unknown>;
}

function SeveralField({ value, options, onSave, ...field }: SeveralFieldProps) {
  return (
    <InlineField<string[]>
      {...field}
      value={value}
      onSave={(draft) => onSave(draft.length > 0 ? draft : null)}
      renderEditor={({ draft, setDraft, control }) => (
        <MultiCombobox
          {...control}
          label={field.label}
          source={options.map((one) => ({ value: one, label: one }))}
          value={draft.map((one) => ({ value: one, label: one }))}
          onChange={(chosen) => setDraft(chosen.map((one) => one.value))}
        />
      )}
    >
      {value.length > 0 ? (
        <span className="flex flex-wrap gap-1">
          {value.map((one) => (
            <Badge key={one}>{one}</Badge>
          ))}
        </span>
      ) : null}
    </InlineField>
  );
}
