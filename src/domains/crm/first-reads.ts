/**
 * First requests of the CRM's pages, sent by the page's head (`server/http/first-reads.ts`). A test opens the pages and
 * checks that each one is used.
 */
import { APPROVALS } from '../approvals/paths.ts';
import { NOTIFICATIONS } from '../notifications/paths.ts';
import { KINDS, LIST_PAGE, type RecordKind } from '../../records/contract/kinds.ts';
import { CRM } from './paths.ts';

const DASHBOARD = [CRM.dashboard, APPROVALS.count, NOTIFICATIONS.summary];

/** Kinds whose page is a list of rows until someone chooses otherwise. */
const LISTED: readonly RecordKind[] = ['contact', 'company', 'lead', 'activity'];

export const crmFirstReads: Readonly<Record<string, readonly string[]>> = {
  '/': DASHBOARD,
  '/dashboard': DASHBOARD,
  ...Object.fromEntries(LISTED.map((kind) => [KINDS[kind].page, [`${KINDS[kind].path}?limit=${LIST_PAGE}`]])),
};
