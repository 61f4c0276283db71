import { useMemo } from 'react';
import { useShortcuts } from '../../web/shell/shortcuts.ts';

/** E edits the field that has the focus, or the first one. */
export function useEditShortcut(group: string): void {
  useShortcuts(
    useMemo(
      () => [
        {
          keys: 'e',
          label: 'Edit a field',
          group,
          run: () => {
            const field = document.activeElement?.closest('[data-field]') ?? document.querySelector('[data-field]');
            field?.querySelector<HTMLElement>('[data-edit]')?.click();
          },
        },
      ],
      [group],
    ),
  );
}
