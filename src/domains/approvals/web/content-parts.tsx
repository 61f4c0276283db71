/** One field of what will be done, to read. */
import type { ReactNode } from 'react';
import { Tag } from '../../../web/ui/badge.tsx';
import { phoneText } from '../../../records/web/format.ts';
import type { ContentField } from '../contract.ts';
import { asText } from './content-draft.ts';

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** @param bare without a frame of its own: it stands in the frame of a shape */
export function ValueOf({
  field: { key, input },
  value,
  bare = false,
}: {
  field: ContentField;
  value: unknown;
  bare?: boolean;
}): ReactNode {
  if (isBlank(value)) return <span className="text-faint">–</span>;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return (
      <span className="flex flex-wrap gap-1">
        {value.map((one) => (
          <Tag key={one}>{one}</Tag>
        ))}
      </span>
    );
  const shown = key === 'phone' && typeof value === 'string' ? phoneText({ value }) : asText(value);
  if (typeof value === 'object' || input === 'json')
    return (
      <pre className="rounded-md bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap">{pretty(shown)}</pre>
    );
  if (input === 'text')
    return (
      <p
        className={
          bare
            ? 'break-words whitespace-pre-wrap'
            : 'rounded-md border border-line bg-sunken p-3 break-words whitespace-pre-wrap'
        }
      >
        {shown}
      </p>
    );
  return <span className="break-words">{shown}</span>;
}

/** JSON on several lines; anything else as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
