import type { RecordKind } from '../contract/kinds.ts';

/** Which record something belongs to. */
export interface RecordOf {
  kind: RecordKind;
  id: string;
}
