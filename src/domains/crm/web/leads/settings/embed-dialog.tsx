import { toast } from '../../../../../web/shell/toast.ts';
import { Button } from '../../../../../web/ui/button.tsx';
import { Dialog } from '../../../../../web/ui/dialog.tsx';
import type { LeadForm } from '../../../contract/lead-forms.ts';

/** The line that puts a form on a page, and the call behind it for those who build their own. */
export default function EmbedDialog({ form, onClose }: { form: LeadForm; onClose: () => void }) {
  const address = `${location.origin}/api/public/forms/${form.key}`;
  const line = `<script src="${address}/embed.js" async></script>`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(line);
      toast({ type: 'success', title: 'Copied' });
    } catch {
      toast({
        type: 'error',
        title: 'It could not be copied',
        description: 'The browser did not allow it. Select the line and copy it by hand.',
      });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Embed “${form.name}”`}
      description="Put this line where the form is to stand. It looks like the page around it."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" onClick={() => void copy()}>
            Copy line
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-sm">
        <pre className="rounded-md border border-line bg-sunken p-3 text-xs break-all whitespace-pre-wrap select-all">
          {line}
        </pre>
        <p>
          Without a site, share its own page:{' '}
          <a href={`/p/forms/${form.key}`} target="_blank" rel="noreferrer" className="break-all underline">
            {`${location.origin}/p/forms/${form.key}`}
          </a>
        </p>
        <p>
          Style it by the classes <code className="text-xs">lead-form</code>,{' '}
          <code className="text-xs">lead-form-field</code>, <code className="text-xs">lead-form-problem</code>,{' '}
          <code className="text-xs">lead-form-message</code> and <code className="text-xs">lead-form-thanks</code>. A
          page with a Content-Security-Policy must allow scripts and connections to{' '}
          <code className="text-xs break-all">{location.origin}</code>.
        </p>
        <p className="text-muted">
          For a form of your own: read <code className="text-xs break-all">GET {address}</code>, then send what was
          entered as JSON with its token. Both are described in the API reference under “Lead forms”.
        </p>
      </div>
    </Dialog>
  );
}
