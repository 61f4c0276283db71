import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { read } from '../../../../web/api/request.ts';
import { useCurrentPage } from '../../../../web/router/use-page.ts';
import { manual } from '../../../manual/contract.ts';

/** Where to begin: what the manual says about the page that is open. */
export function Topics({ isConnected, onAsk }: { isConnected: boolean; onAsk: (question: string) => void }) {
  const page = useCurrentPage();
  const { pathname: place } = useLocation();
  const { data } = useQuery(read(manual.topics, { query: { place } }));
  const heading = data?.about ? `About “${page?.title ?? 'this page'}”` : 'Getting started';
  return (
    <section aria-labelledby="help-topics" className="mb-4 min-h-32">
      <p className="text-sm text-muted">
        {isConnected
          ? 'Ask about the product or your records, or have a task created, an activity logged, a field changed. You confirm each change.'
          : 'Search the manual and your records in your own words. For everything else there is the team.'}
      </p>
      {data && data.items.length > 0 && (
        <>
          <h2 id="help-topics" className="mt-3 mb-1.5 text-xs font-medium text-muted">
            {heading}
          </h2>
          <ul className="flex flex-wrap gap-1.5">
            {data.items.map((passage) => (
              <li key={`${passage.slug}#${passage.anchor}`}>
                <button
                  type="button"
                  onClick={() => onAsk(passage.heading || passage.page)}
                  className="min-h-7 rounded-full border border-control px-2.5 text-left text-xs text-ink hover:bg-hover pointer-coarse:min-h-11"
                >
                  {passage.heading || passage.page}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
