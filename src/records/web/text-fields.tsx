/** Fields of a record that are one text, one choice, or a web address. */
import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import type { FieldError as Problem } from '../../kernel/errors.ts';
import { Input, Textarea } from '../../web/ui/input.tsx';
import { Select, type SelectOption } from '../../web/ui/select.tsx';
import { parseUrl } from '../engine/url.ts';
import { InlineField, type InlineFieldProps } from './inline-field.tsx';

/** Props shared by all record fields. */
export type FieldBase = Pick<InlineFieldProps<unknown>, 'name' | 'label' | 'pending' | 'readOnly'>;

interface TextFieldProps extends FieldBase {
  value: string;
  onSave: (value: string) => Promise<unknown>;
  type?: 'text' | 'email' | 'tel' | 'date' | 'number';
  autoComplete?: string;
  maxLength?: number;
  /** How the value is read, where that is not its plain text. */
  shown?: ReactNode;
  check?: (draft: string) => Problem[];
  /** Choices that are offered while typing. */
  suggestions?: readonly string[];
}

export function TextField({
  value,
  onSave,
  type = 'text',
  autoComplete = 'off',
  maxLength,
  shown,
  suggestions,
  ...field
}: TextFieldProps) {
  return (
    <InlineField
      {...field}
      value={value}
      onSave={(draft) => onSave(draft.trim())}
      renderEditor={({ draft, setDraft, control }) => (
        <>
          <Input
            {...control}
            aria-label={field.label}
            type={type}
            autoComplete={autoComplete}
            maxLength={maxLength}
            step={type === 'number' ? 'any' : undefined}
            list={suggestions?.length ? `${control.id}-list` : undefined}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
          {suggestions?.length ? (
            <datalist id={`${control.id}-list`}>
              {suggestions.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </datalist>
          ) : null}
        </>
      )}
    >
      {shown ?? (value || null)}
    </InlineField>
  );
}

export function LongTextField({
  value,
  onSave,
  maxLength,
  ...field
}: FieldBase & { value: string; onSave: (value: string) => Promise<unknown>; maxLength?: number }) {
  return (
    <InlineField
      {...field}
      multiline
      value={value}
      onSave={(draft) => onSave(draft.trim())}
      renderEditor={({ draft, setDraft, control }) => (
        <Textarea
          {...control}
          aria-label={field.label}
          rows={5}
          maxLength={maxLength}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
      )}
    >
      {value ? <span className="whitespace-pre-wrap">{value}</span> : null}
    </InlineField>
  );
}

interface ChoiceFieldProps extends FieldBase {
  value: string;
  options: readonly SelectOption[];
  onSave: (value: string) => Promise<unknown>;
  shown?: ReactNode;
  /** One must be chosen. */
  required?: boolean;
}

/** One of a short list, or none. */
export function ChoiceField({ value, options, onSave, shown, required = false, ...field }: ChoiceFieldProps) {
  const label = options.find((option) => option.value === value)?.label ?? value;
  return (
    <InlineField
      {...field}
      value={value}
      onSave={onSave}
      renderEditor={({ draft, setDraft, control }) => (
        <Select
          {...control}
          aria-label={field.label}
          options={options}
          placeholder={required ? undefined : 'None'}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
      )}
    >
      {shown ?? (label || null)}
    </InlineField>
  );
}

/** A web address; opens in a new tab. */
export function UrlField({ value, ...field }: Omit<TextFieldProps, 'shown' | 'check' | 'type'>) {
  const check = (draft: string): Problem[] =>
    draft.trim() === '' || parseUrl(draft)
      ? []
      : [{ field: field.name, message: 'Enter a URL such as https://example.com.' }];
  return (
    <TextField
      {...field}
      value={value}
      autoComplete="url"
      check={check}
      shown={value ? <WebLink url={value} /> : null}
    />
  );
}

export function WebLink({ url }: { url: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex max-w-full items-center gap-1 text-accent-ink underline underline-offset-2 hover:no-underline"
      title={url}
    >
      <span className="truncate">{url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}</span>
      <ExternalLink size={12} className="shrink-0" aria-hidden="true" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
