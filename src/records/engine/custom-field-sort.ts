import type { CustomFieldKind } from '../contract/views.ts';

/** How values of a custom field are put in order; undefined for those without one, such as several choices. */
export function sortableKind({
  kind,
  result,
}: {
  kind: CustomFieldKind;
  result?: string | null | undefined;
}): 'number' | 'text' | undefined {
  if (kind === 'number' || ((kind === 'formula' || kind === 'rollup') && result === 'number')) return 'number';
  return kind === 'multi' || kind === 'long_text' ? undefined : 'text';
}
