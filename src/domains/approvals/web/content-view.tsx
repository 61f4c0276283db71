import type { ReactNode } from 'react';
import { Tag } from '../../../web/ui/badge.tsx';
import type { ApprovalKind, ContentField } from '../contract.ts';
import { asText } from './content-editor.tsx';

/** Exactly what will be done, field by field; what is empty is left out. */
export function ContentView({ kind, content }: { kind: ApprovalKind | undefined; content: Record<string, unknown> }) {
  const fields: readonly ContentField[] = kind?.fields ?? Object.keys(content).map((key) => ({ key, label: key, input: 'json' }));
  const shown = fields.filter(({ key }) => !isBlank(content[key]));
  return (
    <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-[8rem_1fr]">
      {shown.map((field) => (
        <div key={field.key} className="contents">
          <dt className="text-sm text-muted">{field.label}</dt>
          <dd className="min-w-0 text-sm max-sm:-mt-2">{valueOf(field, content[field.key])}</dd>
        </div>
      ))}
    </dl>
  );
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function valueOf({ input }: ContentField, value: unknown): ReactNode {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return <span className="flex flex-wrap gap-1">{value.map((one) => <Tag key={one}>{one}</Tag>)}</span>;
  const text = asText(value);
  if (typeof value === 'object' || input === 'json') return <pre className="rounded-md bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap">{text}</pre>;
  if (input === 'text') return <p className="rounded-md border border-line bg-sunken p-3 break-words whitespace-pre-wrap">{text}</p>;
  return <span className="break-words">{text}</span>;
}
