/** Tells whoever started an import that it is through, if they want to hear of it. */
import { asSystem } from '../../../../server/db/index.ts';
import { type RecordedEvent, subscribe } from '../../../../server/events/subscribers.ts';
import { tellUser } from '../../../identity/index.ts';

const count = new Intl.NumberFormat('en');

async function tell({ actorId, data }: RecordedEvent): Promise<void> {
  if (!actorId) return;
  const { fileName, created, updated, skipped, rejected } = data as { fileName: string; created: number; updated: number; skipped: number; rejected: number };
  await asSystem(() => tellUser(
    actorId, 'import_finished', `Your import of ${fileName} is through`.slice(0, 200),
    `${count.format(created)} contacts were created, ${count.format(updated)} updated, ${count.format(skipped)} rows skipped and ${count.format(rejected)} rejected. The report with every reason is under Contacts, Import.`,
  ));
}

subscribe('import.finished', 'crm.import_mail', tell);
