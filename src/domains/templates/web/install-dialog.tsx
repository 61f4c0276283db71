import { useMemo, useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import type { Option } from '../../../web/ui/use-options.ts';
import type { Part } from '../contract/content.ts';
import { installs } from '../contract/installs.ts';
import type { Template } from '../contract/templates.ts';
import { InstallProgress } from './install-progress.tsx';
import { PartsPicker, partsOf } from './parts-picker.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { TargetPicker } from './target-picker.tsx';

/** Into a workspace with it: choose, look, install, watch. */
export default function InstallDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const [target, setTarget] = useState<Option | null>(null);
  const offered = useMemo(() => partsOf(template.counts), [template.counts]);
  const [parts, setParts] = useState<Part[]>(offered);
  const [install, setInstall] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const apply = async () => {
    if (!target) return;
    setBusy(true);
    setError('');
    try {
      setInstall(
        (await call(installs.apply, { params: { ref: template.ref }, body: { workspaceId: target.value, parts } })).id,
      );
    } catch (failure) {
      setError(messageFor(failure, 'The template could not be installed. Try again.'));
    }
    setBusy(false);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={install ? `${template.name}: installing` : `Install “${template.name}”`}
      footer={
        install ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              loading={busy}
              disabled={!target || parts.length === 0}
              onClick={() => void apply()}
            >
              Install
            </Button>
          </>
        )
      }
    >
      {install ? (
        <InstallProgress id={install} />
      ) : (
        <div className="grid gap-4">
          {error && <Banner tone="danger">{error}</Banner>}
          <TargetPicker value={target} onChange={setTarget} />
          <PartsPicker legend="Parts" counts={template.counts} offered={offered} value={parts} onChange={setParts} />
          {target ? (
            <PreviewPanel templateRef={template.ref} workspaceId={target.value} parts={parts} />
          ) : (
            <p className="text-sm text-muted">Choose a workspace to preview the changes.</p>
          )}
        </div>
      )}
    </Dialog>
  );
}
