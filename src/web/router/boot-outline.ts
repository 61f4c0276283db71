import { useLayoutEffect } from 'react';

/**
 * Removes the outline of the shell that the page came with (`server/http/spa.ts`), because the real one is drawn now.
 */
export function useFirstPictureGone(): void {
  useLayoutEffect(() => document.getElementById('first-picture')?.remove(), []);
}
