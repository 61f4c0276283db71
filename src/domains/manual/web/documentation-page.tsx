import { useQuery } from '@tanstack/react-query';
import Search from 'lucide-react/icons/search';
import { useDeferredValue } from 'react';
import { read } from '../../../web/api/request.ts';
import type { RawSearch } from '../../../web/router/page.ts';
import { usePageSearch } from '../../../web/router/use-page.ts';
import { Input } from '../../../web/ui/input.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { manual } from '../contract.ts';
import { ApiReference } from './api-reference.tsx';
import { ManualReader } from './manual-reader.tsx';
import { Passages } from './passages.tsx';

interface DocumentationSearch {
  part: 'manual' | 'api';
  /** Slug of the open page of the manual. */
  page: string;
  /** Name of the open group of calls. */
  tag: string;
  q: string;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

function parseSearch(raw: RawSearch): DocumentationSearch {
  return { part: raw.part === 'api' ? 'api' : 'manual', page: text(raw.page), tag: text(raw.tag), q: text(raw.q) };
}

/** The product's manual with its search, and the reference of the API as the running server describes it. */
export default function DocumentationPage() {
  const [search, setSearch] = usePageSearch(parseSearch);
  const question = useDeferredValue(search.q.trim());
  const found = useQuery({
    ...read(manual.search, { query: { q: question } }),
    enabled: question !== '' && search.part === 'manual',
  });
  const open = (slug: string) => setSearch({ page: slug, q: '' });
  return (
    <div className="page-frame max-w-6xl">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="page-title">
          Documentation
        </h1>
        <Input
          type="search"
          className="w-full sm:w-72"
          leading={<Search size={14} />}
          value={search.q}
          onChange={(event) => setSearch({ q: event.target.value }, { replace: true })}
          placeholder={search.part === 'api' ? 'Find a call' : 'Find in the manual'}
          aria-label={search.part === 'api' ? 'Find a call' : 'Find in the manual'}
        />
      </div>
      <Tabs
        label="Parts of the documentation"
        value={search.part}
        onValueChange={(part) => setSearch({ part: part as DocumentationSearch['part'], q: '' })}
        items={[
          {
            value: 'manual',
            label: 'Manual',
            content: question ? (
              <Passages question={question} result={found} onOpen={open} />
            ) : (
              <ManualReader slug={search.page} onOpen={open} />
            ),
          },
          {
            value: 'api',
            label: 'API reference',
            content: <ApiReference find={question} tag={search.tag} onTag={(tag) => setSearch({ tag, q: '' })} />,
          },
        ]}
      />
    </div>
  );
}
