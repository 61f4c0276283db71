import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Checkbox } from '../../../web/ui/checkbox.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { counted } from '../../../web/ui/format.ts';
import { Input } from '../../../web/ui/input.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { type Place, places } from '../contract.ts';

interface Found {
  text: string;
  items: Place[];
  next: string | null;
  source: string;
}

/** Searches the connected places service for businesses, and adds the websites that the person selects. */
export default function FindPlaces({ onAdd }: { onAdd: (websites: string[]) => void }) {
  const { data, error, refetch } = useQuery(read(places.status));
  if (error && !data) return <Failure error={error} what="The places service" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-16 w-full" />;
  return (
    <section aria-label="Find businesses" className="grid gap-3 rounded-md border border-line p-3">
      {data.isConnected ? <SearchPlaces onAdd={onAdd} /> : <NotConnected />}
    </section>
  );
}

function NotConnected() {
  return (
    <p className="text-sm text-muted">
      No places service is connected. An owner or administrator can connect Google Places in{' '}
      <Link to="/settings" search={{ tab: 'connections' }} className="text-accent-ink underline underline-offset-2">
        Settings → Connections
      </Link>
      . There is no built-in directory of businesses.
    </p>
  );
}

function SearchPlaces({ onAdd }: { onAdd: (websites: string[]) => void }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const search = async (asked: string, before?: Found) => {
    if (isBusy) return;
    if (asked.trim().length < 3) return setProblem('Enter a type of business and a place.');
    setIsBusy(true);
    setProblem(undefined);
    try {
      const { items, next, source } = await call(places.search, {
        query: { text: asked.trim(), ...(before?.next && { cursor: before.next }) },
      });
      const known = new Set(before?.items.map(({ id }) => id));
      const fresh = items.filter(({ id }) => !known.has(id));
      setFound({ text: asked, items: [...(before?.items ?? []), ...fresh], next, source });
      setChosen((old) => new Set([...(before ? old : []), ...fresh.filter(isUsable).map(({ id }) => id)]));
    } catch (error) {
      setProblem(messageFor(error, 'The search failed. Try again.'));
    } finally {
      setIsBusy(false);
    }
  };
  const add = () => {
    onAdd(found!.items.filter(({ id }) => chosen.has(id)).map(({ website }) => website));
    setFound(undefined);
    setText('');
  };
  return (
    <>
      <div className="flex items-end gap-2">
        <Field label="Type of business and place" className="flex-1">
          {(control) => (
            <Input
              {...control}
              value={text}
              maxLength={200}
              placeholder="dentists in Portland, Oregon"
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // The field is within the form of the crawl, which Enter would submit.
                event.preventDefault();
                void search(text);
              }}
            />
          )}
        </Field>
        <Button loading={isBusy} onClick={() => void search(text)}>
          Search
        </Button>
      </div>
      {problem && <Banner tone="danger">{problem}</Banner>}
      {found && (
        <>
          <p className="text-xs text-muted">
            {found.items.length === 0
              ? `No businesses found for “${found.text}”.`
              : `Results from ${found.source}. They aren’t stored, only the websites that you add.`}
          </p>
          <ul className="grid max-h-64 gap-1 overflow-y-auto" aria-label="Businesses">
            {found.items.map((place) => (
              <li key={place.id}>
                <Checkbox
                  label={place.name || place.address}
                  hint={[hostOf(place.website) || 'No website', place.isClosed && 'Closed', place.address]
                    .filter(Boolean)
                    .join(' · ')}
                  disabled={!place.website}
                  checked={chosen.has(place.id)}
                  onChange={() => {
                    const next = new Set(chosen);
                    if (!next.delete(place.id)) next.add(place.id);
                    setChosen(next);
                  }}
                />
              </li>
            ))}
          </ul>
          <span className="flex flex-wrap gap-2">
            {chosen.size > 0 && (
              <Button size="sm" variant="primary" onClick={add}>
                Add {counted(chosen.size, 'website')}
              </Button>
            )}
            {found.next && (
              <Button size="sm" loading={isBusy} onClick={() => void search(found.text, found)}>
                Show more results
              </Button>
            )}
          </span>
        </>
      )}
    </>
  );
}

const isUsable = ({ website, isClosed }: Place) => website !== '' && !isClosed;

function hostOf(website: string): string {
  try {
    return new URL(website).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
}
