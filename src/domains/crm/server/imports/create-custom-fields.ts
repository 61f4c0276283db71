import { EnteredFieldKind } from '../../../../records/contract/views.ts';
import type { ImportKind } from '../../contract/import-targets.ts';
import { customDefinitions } from '../../../../records/server/workspace.ts';

/** The fields that the workspace added and that a file can fill: those that are calculated fill themselves. */
export async function enteredFields(kind: ImportKind) {
  return (await customDefinitions(kind)).filter((definition) => EnteredFieldKind.safeParse(definition.kind).success);
}
