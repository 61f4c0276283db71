/** The fields of every kind that has a definition. A domain with definitions adds one line here. */
import { CRM_DEFINITIONS } from '../domains/crm/kinds/definitions.ts';
import type { RecordKind } from './contract/kinds.ts';
import type { RecordDefinition } from './define-record.ts';

const DEFINITIONS: Readonly<Partial<Record<RecordKind, RecordDefinition>>> = { ...CRM_DEFINITIONS };

/** The fields of a kind; undefined where they are not said in a definition. */
export const definitionOf = (kind: RecordKind): RecordDefinition | undefined => DEFINITIONS[kind];
