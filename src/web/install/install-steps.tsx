import { Dialog } from '../ui/dialog.tsx';

/** Installation steps for iPhone and iPad, where no page may ask for it. */
export default function InstallSteps({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Install Gauntlet"
      description="On an iPhone or iPad this is done in the browser itself."
    >
      <ol className="grid list-decimal gap-2 pl-5 text-sm">
        <li>Press the Share button of the browser: the square with an arrow upwards.</li>
        <li>Choose “Add to Home Screen”.</li>
        <li>Press “Add”. Gauntlet then opens from its own icon, without the browser around it.</li>
      </ol>
    </Dialog>
  );
}
