import { useLayoutEffect } from 'react';

/**
 * Takes away the outline of the shell that the page came with (`server/http/spa.ts`): what stands in its place is drawn
 * now.
 */
export function useFirstPictureGone(): void {
  useLayoutEffect(() => document.getElementById('first-picture')?.remove(), []);
}
