import Radar from 'lucide-react/icons/radar';
import { Button } from '../../../web/ui/button.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';

/** Before there is a website. */
export function FirstSite({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={<Radar />}
      title="See where your visitors come from and what they do"
      action={
        <Button variant="primary" onClick={onAdd}>
          Add website
        </Button>
      }
    >
      Add your website, paste one line into its pages, and visits show up here seconds later. By default nothing is
      stored on your visitors’ devices.
    </EmptyState>
  );
}
