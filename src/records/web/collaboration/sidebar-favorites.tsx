import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { read } from '../../../web/api/request.ts';
import { keepPins } from '../../../web/shell/pins.ts';
import { favourites } from '../../contract/collaboration.ts';

/** Keeps the sidebar's favorites as they are on the server; draws nothing. */
export default function SidebarFavorites() {
  const items = useQuery(read(favourites.list)).data?.items;
  useEffect(() => {
    if (items) keepPins(items.map(({ path, name }) => ({ path, title: name })));
  }, [items]);
  return null;
}
