import { type Caller, requireScope } from '../../../../server/http/caller.ts';
import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { KINDS } from '../../../../records/contract/kinds.ts';
import { type ImportKind } from '../../contract.ts';
import { imports } from '../../contract.ts';
import './kinds/index.ts';
import { sendDownload } from '../../../../server/http/download.ts';
import { revertImport } from './revert.ts';
import {
  cancelImport,
  listIssues,
  previewImport,
  rejectsCsv,
  removeImport,
  setMapping,
  startImport,
} from './service.ts';
import { listImports, readImport, requireRows, toImport } from './store.ts';
import { unknownOwners } from './unknown-owners.ts';
import { uploadImport } from './upload.ts';

/**
 * An API key that opens imports opens those of the kinds only that it may read or write.
 * @throws AppError `forbidden`
 */
function requireKind(caller: Caller, kind: ImportKind, act: 'read' | 'write'): void {
  requireScope(caller, `${KINDS[kind].scope}:${act}`);
}

/** The same for an import by its id. @throws AppError `not_found`, `forbidden` */
async function requireImport(caller: Caller, id: string, act: 'read' | 'write'): Promise<string> {
  if (caller.scopes) requireKind(caller, (await readImport(id)).kind, act);
  return id;
}

/** The same for what stands in its rows. @throws as `requireRows` */
async function requireRowsOf(caller: Caller, id: string, act: 'read' | 'write'): Promise<string> {
  await requireRows(await requireImport(caller, id, act));
  return id;
}

export const importRoutes: readonly BoundRoute[] = [
  route(imports.list, ({ query, caller }) => {
    requireKind(caller, query.kind, 'read');
    return listImports(query);
  }),
  route(imports.upload, ({ query, caller, request }) => {
    requireKind(caller, query.kind, 'write');
    return uploadImport(query.kind, request, caller);
  }),
  route(imports.get, async ({ params, caller }) =>
    toImport(await readImport(await requireImport(caller, params.id, 'read')), caller),
  ),
  route(imports.setMapping, async ({ params, body, caller }) =>
    setMapping(await requireRowsOf(caller, params.id, 'write'), body, caller),
  ),
  route(imports.preview, async ({ params, caller }) => previewImport(await requireRowsOf(caller, params.id, 'read'))),
  route(imports.unknownOwners, async ({ params, caller }) =>
    unknownOwners(await requireRowsOf(caller, params.id, 'read')),
  ),
  route(imports.start, async ({ params, caller }) =>
    startImport(await requireRowsOf(caller, params.id, 'write'), caller),
  ),
  route(imports.cancel, async ({ params, caller }) =>
    cancelImport(await requireImport(caller, params.id, 'write'), caller),
  ),
  route(imports.rows, async ({ params, query, caller }) =>
    listIssues(await requireRowsOf(caller, params.id, 'read'), query),
  ),
  route(imports.rejects, async ({ params, reply, caller }) => {
    const { file_name: name } = await readImport(await requireRowsOf(caller, params.id, 'read'));
    return sendDownload(
      reply,
      rejectsCsv(params.id),
      'text/csv; charset=utf-8',
      `${name.replace(/\.\w{1,5}$/, '')} rejected.csv`,
    );
  }),
  route(imports.revert, async ({ params, caller }) =>
    revertImport(await requireImport(caller, params.id, 'write'), caller),
  ),
  route(imports.remove, async ({ params, caller }) => removeImport(await requireImport(caller, params.id, 'write'))),
];
