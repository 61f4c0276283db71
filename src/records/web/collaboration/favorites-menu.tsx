import Star from 'lucide-react/icons/star';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Popover } from '../../../web/ui/popover.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';

const FavouritesList = lazy(() => import('./favorites-list.tsx'));

/** The star above every list: what one keeps near at hand, to open and to put in order. */
export function FavouritesMenu() {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Favorites"
      align="start"
      open={open}
      onOpenChange={setOpen}
      className="w-80"
      trigger={<IconButton label="Open favorites" icon={<Star />} />}
    >
      <Suspense fallback={<Skeleton className="m-3 h-24" />}>
        <FavouritesList onGone={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
