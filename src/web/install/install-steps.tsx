import { Dialog } from '../ui/dialog.tsx';

/** Installation steps for iPhone and iPad, where no page may ask for it. */
export default function InstallSteps({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Install Gauntlet"
      description="On iPhone or iPad, install from the browser."
    >
      <ol className="grid list-decimal gap-2 pl-5 text-sm">
        <li>Tap the browser’s Share button (a square with an arrow).</li>
        <li>Choose “Add to Home Screen”.</li>
        <li>Tap “Add”. Gauntlet then opens from its own icon.</li>
      </ol>
    </Dialog>
  );
}
