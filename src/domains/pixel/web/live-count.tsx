import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/api/request.ts';
import { Button } from '../../../web/ui/button.tsx';
import { counted } from '../../../web/ui/format.ts';
import { pixelReports } from '../contract/reports.ts';
import type { PixelSite } from '../contract/sites.ts';

/** Without events nothing is announced, and visitors leave in silence. */
export const LIVE_EVERY = 20_000;

/** How many visitors are there now; opens who. */
export function LiveCount({ site, onOpen }: { site: PixelSite; onOpen: () => void }) {
  const { data } = useQuery({
    ...read(pixelReports.live, { params: { siteId: site.id } }),
    refetchInterval: LIVE_EVERY,
  });
  if (!data) return null;
  return (
    <Button variant="ghost" onClick={onOpen}>
      <span aria-hidden="true" className={`size-2 rounded-full ${data.visitors > 0 ? 'bg-success' : 'bg-control'}`} />
      <span className="tabular">{counted(data.visitors, 'visitor')} now</span>
    </Button>
  );
}
