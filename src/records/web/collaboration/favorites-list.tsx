import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import StarOff from 'lucide-react/icons/star-off';
import Star from 'lucide-react/icons/star';
import { useGo } from '../../../web/router/link.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { IconButton } from '../../../web/ui/icon-button.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import type { Favourite } from '../../contract/collaboration.ts';
import { favouriteDetail } from './favorite-labels.ts';
import { useFavourites } from './use-favorites.ts';

/** A person's favorites in their order. */
export default function FavouritesList({ onGone }: { onGone: () => void }) {
  const go = useGo();
  const { items, error, retry, move, remove } = useFavourites();
  if (error && !items) return <Failure error={error} what="Your favorites" onRetry={retry} />;
  if (!items) return <Skeleton className="m-3 h-24" />;
  if (items.length === 0)
    return (
      <EmptyState icon={<Star />} title="No favorites yet">
        Star a record, or add a saved view from its menu. Favorites appear here and in the command palette.
      </EmptyState>
    );
  const open = ({ path }: Favourite) => {
    onGone();
    void go(path);
  };
  return (
    <ol aria-label="Favorites" className="p-1">
      {items.map((one, nth) => (
        <li key={one.id} className="group flex items-center rounded-md hover:bg-hover">
          <button
            type="button"
            onClick={() => open(one)}
            className="min-h-9 min-w-0 flex-1 rounded-md px-2 py-1 text-left text-sm focus-visible:outline-offset-[-2px] pointer-coarse:min-h-11"
          >
            <span className="block truncate">{one.name}</span>
            <span className="block truncate text-xs text-muted">{favouriteDetail(one)}</span>
          </button>
          <IconButton
            size="sm"
            label={`Move ${one.name} up`}
            icon={<ArrowUp />}
            disabled={nth === 0}
            onClick={() => move(one.id, -1)}
          />
          <IconButton
            size="sm"
            label={`Move ${one.name} down`}
            icon={<ArrowDown />}
            disabled={nth === items.length - 1}
            onClick={() => move(one.id, 1)}
          />
          <IconButton
            size="sm"
            label={`Remove ${one.name} from favorites`}
            icon={<StarOff />}
            onClick={() => void remove(one)}
          />
        </li>
      ))}
    </ol>
  );
}
