import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePages } from '../../../../../web/api/pages.ts';
import { read } from '../../../../../web/api/request.ts';
import { DropZone } from '../../../../../web/files/drop-zone.tsx';
import { SendingList } from '../../../../../web/files/sending-list.tsx';
import { useUploads } from '../../../../../web/files/use-uploads.ts';
import type { RawSearch } from '../../../../../web/router/page.ts';
import { usePageSearch } from '../../../../../web/router/use-page.ts';
import { Badge } from '../../../../../web/ui/badge.tsx';
import { Button } from '../../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../../web/ui/card.tsx';
import { Failure } from '../../../../../web/ui/failure.tsx';
import { Field } from '../../../../../web/ui/field.tsx';
import { counted, fileSize } from '../../../../../web/ui/format.ts';
import { LoadMore } from '../../../../../web/ui/load-more.tsx';
import { Select } from '../../../../../web/ui/select.tsx';
import { Skeleton } from '../../../../../web/ui/skeleton.tsx';
import { RelativeTime } from '../../../../../web/ui/time.tsx';
import { type BankImport, bankImports, MAX_BANK_FILE } from '../../../contract/imports.ts';
import { FINANCE } from '../../../paths.ts';
import { FirstAccount } from '../../accounts/first-account.tsx';
import { useAccounts } from '../../accounts/use-ledger.ts';
import { searchId } from '../../frame/search.ts';
import { useFinance } from '../../frame/use-finance.ts';
import { ImportCard } from './import-card.tsx';
import { STATES } from './import-labels.ts';

const parse = (raw: RawSearch): { import: string; account: string } => ({
  import: searchId(raw['import']),
  account: searchId(raw['account']),
});

/** Files of banks: uploaded, looked at, taken over, taken back. */
export default function ImportsSection() {
  const { canEdit } = useFinance();
  const { ofMoney, items, isPending } = useAccounts();
  const [search, setSearch] = usePageSearch(parse);
  const [chosen, setChosen] = useState('');
  const client = useQueryClient();
  const accountId = items.find((account) => account.id === (search.account || chosen))?.id ?? ofMoney[0]?.id ?? '';
  const uploads = useUploads({
    endpoint: bankImports.upload,
    params: { id: accountId },
    maxSize: MAX_BANK_FILE,
    tooLarge: `Files can be up to ${fileSize(MAX_BANK_FILE)}.`,
    failure: 'The file could not be read. Try again.',
    onDone: (answer) => {
      void client.invalidateQueries({ queryKey: [FINANCE.imports] });
      setSearch({ import: (answer as BankImport).id });
    },
  });
  if (isPending) return <Skeleton className="h-80 w-full" />;
  if (items.length === 0) return <FirstAccount />;
  if (search.import)
    return <OneImport key={search.import} id={search.import} onBack={() => setSearch({ import: undefined })} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-3 sm:max-w-xs">
        <Field label="Account">
          {(control) => (
            <Select
              {...control}
              options={ofMoney.map((account) => ({
                value: account.id,
                label: `${account.name} (${account.currency})`,
              }))}
              value={accountId}
              onChange={(event) => {
                setChosen(event.target.value);
                setSearch({ account: event.target.value });
              }}
            />
          )}
        </Field>
      </div>
      {canEdit && (
        <DropZone
          action="Choose a file"
          accept=".ofx,.qfx,.qif,.csv,.txt,.tsv,.xml,.camt,.sta,.mt940,.940"
          onFiles={uploads.add}
          className="py-10!"
        >
          <p>or drop it here: OFX, QFX, QIF, CAMT.053, MT940, or CSV, up to {fileSize(MAX_BANK_FILE)}.</p>
          <p className="mt-1">You see a preview before anything is imported, and you can undo the import.</p>
        </DropZone>
      )}
      <SendingList sending={uploads.sending} onForget={uploads.forget} onRetry={uploads.retry} />
      {accountId && <Earlier key={accountId} accountId={accountId} onOpen={(id) => setSearch({ import: id })} />}
    </div>
  );
}

function OneImport({ id, onBack }: { id: string; onBack: () => void }) {
  const { data, error, refetch } = useQuery({
    ...read(bankImports.get, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.jobId ? 1_500 : false),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <Button variant="link" className="-ml-3" onClick={onBack}>
          All imports
        </Button>
      </div>
      {error && !data ? (
        <Failure error={error} what="Import" onRetry={() => void refetch()} />
      ) : data ? (
        <ImportCard current={data} />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </div>
  );
}

function Earlier({ accountId, onOpen }: { accountId: string; onOpen: (id: string) => void }) {
  const list = usePages(bankImports.list, { query: { accountId } });
  if (list.error && list.items.length === 0)
    return <Failure error={list.error} what="Earlier imports" onRetry={list.retry} />;
  if (list.items.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Earlier imports" />
      <CardBody>
        <ul className="divide-y divide-line">
          {list.items.map((one) => (
            <li key={one.id} data-testid="row" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
              <span className="min-w-0 flex-1 basis-48">
                <button
                  type="button"
                  className="block max-w-full truncate text-left font-medium hover:underline"
                  onClick={() => onOpen(one.id)}
                >
                  {one.fileName}
                </button>
                <span className="text-xs text-muted">
                  <RelativeTime value={one.createdAt} />, {counted(one.counts.added, 'new transaction')}
                </span>
              </span>
              <Badge tone={STATES[one.state].tone}>{STATES[one.state].label}</Badge>
            </li>
          ))}
        </ul>
        <LoadMore hasMore={list.hasMore} loading={list.loadingMore} onMore={list.more} />
      </CardBody>
    </Card>
  );
}
