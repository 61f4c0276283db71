import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import Search from 'lucide-react/icons/search';
import Upload from 'lucide-react/icons/upload';
import { call } from '../../../web/api/request.ts';
import { EntryDialog } from '../../../web/form/entry-dialog.tsx';
import { CheckboxField, FormField } from '../../../web/form/form-field.tsx';
import { useContractForm } from '../../../web/form/use-contract-form.ts';
import { Button } from '../../../web/ui/button.tsx';
import { crawls, NewCrawl } from '../contract.ts';
import { LEAD_SCRAPER } from '../paths.ts';
import type * as z from 'zod';

const FindPlaces = lazy(() => import('./find-places.tsx'));

type Values = z.input<typeof NewCrawl>;

/** Adds a crawl; its sites are checked before anything else is fetched. */
export default function NewCrawlDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (id: string) => void;
}) {
  const client = useQueryClient();
  const file = useRef<HTMLInputElement>(null);
  const form = useContractForm(NewCrawl, {
    defaultValues: {
      name: '',
      start: '',
      withCompanies: false,
      maxPages: 1_000,
      maxPagesPerSite: 100,
      maxDepth: 3,
      delay: 1,
    },
    failure: 'The crawl was not added.',
    onSubmit: async (body) => {
      const { id } = await call(crawls.create, { body });
      await client.invalidateQueries({ queryKey: [LEAD_SCRAPER.crawls] });
      onCreated(id);
    },
  });
  const [isFinding, setIsFinding] = useState(false);
  const readFile = async (chosen: File | undefined) => {
    if (chosen) addStarts((await chosen.text()).slice(0, 500_000));
  };
  const addStarts = (text: string) => {
    const before = form.methods.getValues('start')?.trim();
    form.methods.setValue('start', before ? `${before}\n${text}` : text, { shouldDirty: true });
  };
  return (
    <EntryDialog
      form={form}
      title="New crawl"
      description="Each site’s robots.txt is checked first. Nothing else is loaded until you start the crawl."
      submit="Check sites"
      onClose={onClose}
    >
      <FormField<Values> name="name" label="Name" required placeholder="Dentists in Portland" />
      <FormField<Values>
        name="start"
        label="Websites"
        rows={6}
        hint="One website, page, or sitemap per line, or a CSV with a website in each row."
        placeholder={'northgate-dental.com\nhttps://example.com/sitemap.xml'}
      />
      <div>
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="sr-only"
          aria-label="CSV file"
          tabIndex={-1}
          onChange={(event) => void readFile(event.target.files?.[0])}
        />
        {/* The name keeps the focus: its error would move the buttons away from a press. */}
        <span className="flex flex-wrap gap-2" onMouseDown={(event) => event.preventDefault()} role="presentation">
          <Button size="sm" icon={<Upload />} onClick={() => file.current?.click()}>
            Add from CSV
          </Button>
          <Button size="sm" icon={<Search />} aria-expanded={isFinding} onClick={() => setIsFinding(!isFinding)}>
            Find businesses
          </Button>
        </span>
      </div>
      {isFinding && (
        <Suspense>
          <FindPlaces onAdd={(websites) => addStarts(websites.join('\n'))} />
        </Suspense>
      )}
      <CheckboxField<Values>
        name="withCompanies"
        label="Add websites of companies in the CRM"
        hint="Up to 1,000 companies that have a website."
      />
      <div className="grid grid-cols-2 gap-3">
        <FormField<Values> name="maxPages" label="Pages in total" type="number" />
        <FormField<Values> name="maxPagesPerSite" label="Pages per site" type="number" />
        <FormField<Values> name="maxDepth" label="Link depth" type="number" />
        <FormField<Values> name="delay" label="Seconds between pages" type="number" inputMode="decimal" />
      </div>
    </EntryDialog>
  );
}
