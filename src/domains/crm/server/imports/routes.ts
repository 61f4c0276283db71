import { type BoundRoute, route } from '../../../../server/http/route.ts';
import { imports } from '../../contract/imports.ts';
import { sendDownload } from '../contacts/downloads.ts';
import { revertImport } from './revert.ts';
import { cancelImport, listIssues, previewImport, rejectsCsv, removeImport, setMapping, startImport } from './service.ts';
import { listImports, readImport, toImport } from './store.ts';
import { uploadImport } from './upload.ts';

export const importRoutes: readonly BoundRoute[] = [
  route(imports.list, ({ query }) => listImports(query)),
  route(imports.upload, ({ request }) => uploadImport(request)),
  route(imports.get, async ({ params }) => toImport(await readImport(params.id))),
  route(imports.setMapping, ({ params, body }) => setMapping(params.id, body)),
  route(imports.preview, ({ params }) => previewImport(params.id)),
  route(imports.start, ({ params }) => startImport(params.id)),
  route(imports.cancel, ({ params }) => cancelImport(params.id)),
  route(imports.rows, ({ params, query }) => listIssues(params.id, query)),
  route(imports.rejects, async ({ params, reply }) => {
    const { file_name: name } = await readImport(params.id);
    return sendDownload(reply, rejectsCsv(params.id), 'text/csv; charset=utf-8', `${name.replace(/\.\w{1,5}$/, '')} rejected.csv`) as never;
  }),
  route(imports.revert, ({ params }) => revertImport(params.id)),
  route(imports.remove, ({ params }) => removeImport(params.id)),
];
