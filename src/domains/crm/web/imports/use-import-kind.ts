import { useCurrentPage } from '../../../../web/router/use-page.ts';
import { IMPORT_KINDS, type ImportKind } from '../../contract/import-targets.ts';
import { KINDS } from '../../../../records/contract/kinds.ts';

/** The kind whose list the page stands under. */
export function useImportKind(): ImportKind {
  const path = useCurrentPage()?.path ?? '';
  return IMPORT_KINDS.find((kind) => path.startsWith(`${KINDS[kind].page}/`)) ?? 'contact';
}
