import { useQuery } from '@tanstack/react-query';
import { request } from '../../../../web/api/request.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';
import { Combobox } from '../../../../web/ui/combobox.tsx';
import { useOwners } from '../../../../records/web/choices.ts';
import { type ImportOptions, imports } from '../../contract/imports.ts';

/**
 * Asks once who is meant by each owner that no teammate is called. Shows nothing while all of them are known.
 * @param saved changes when the mapping was saved
 * @param paused while the import is being started
 */
export function OwnerNames({
  id,
  saved,
  paused,
  names,
  onChange,
}: {
  id: string;
  saved: number;
  paused: boolean;
  names: ImportOptions['ownerNames'];
  onChange: (names: ImportOptions['ownerNames']) => void;
}) {
  const owners = useOwners();
  const { data } = useQuery({
    queryKey: ['import-unknown-owners', id, saved],
    queryFn: ({ signal }) => request(imports.unknownOwners, { params: { id }, signal }),
    enabled: !paused,
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  if (!data || data.items.length === 0) return null;
  const assign = (all: string | null) =>
    onChange({ ...names, ...Object.fromEntries(data.items.map(({ name }) => [name, all])) });
  const rest = data.items.filter(({ name }) => !names[name]).length;
  return (
    <Card>
      <CardHeader
        title="Owners"
        description={`The file names ${data.items.length === 1 ? '1 owner' : `${data.items.length} owners`} who ${
          data.items.length === 1 ? 'isn’t a teammate' : 'aren’t teammates'
        }. Choose who takes over their records.`}
        actions={
          rest > 1 && (
            <Button size="sm" variant="ghost" onClick={() => assign(owners.options[0]?.value ?? null)}>
              Assign all to me
            </Button>
          )
        }
      />
      <CardBody className="grid grid-cols-1 gap-3">
        <ul className="grid max-h-96 gap-3 overflow-y-auto">
          {data.items.map(({ name, rows, shared }) => (
            <li key={name} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-2">
              <span className="min-w-0 text-sm">
                <span className="block truncate font-medium">{name}</span>
                <span className="text-xs text-muted">
                  {rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`}
                  {shared && ' · two teammates have this name'}
                </span>
              </span>
              <Combobox
                label={`Owner for ${name}`}
                source={owners.options}
                placeholder="No owner"
                value={names[name] ? { value: names[name], label: owners.nameOf(names[name]) } : null}
                onChange={(option) => onChange({ ...names, [name]: option?.value ?? null })}
              />
            </li>
          ))}
        </ul>
        {!data.all && (
          <p className="text-xs text-muted">
            Only the most common names are listed. Records of other unknown owners are imported without an owner.
          </p>
        )}
      </CardBody>
    </Card>
  );
}
