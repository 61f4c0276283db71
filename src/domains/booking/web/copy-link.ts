import { toast } from '../../../web/shell/toast.ts';

/** Copies a link, or shows it where the browser does not allow that. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast({ type: 'success', title: 'Link copied' });
  } catch {
    toast({ type: 'error', title: 'Link not copied', description: link });
  }
}
