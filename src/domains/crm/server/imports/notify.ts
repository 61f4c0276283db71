/** Notifies the person who started an import that it has finished, if they want that. */
import { asSystem } from '../../../../server/db/index.ts';
import { type RecordedEvent, subscribe } from '../../../../server/events/subscribers.ts';
import type { ImportKind } from '../../contract/import-targets.ts';
import { countOf, KINDS } from '../../../../records/contract/kinds.ts';
import { defineNotificationKind, tellUser } from '../../../notifications/index.ts';

export const IMPORT_FINISHED = defineNotificationKind({
  name: 'import_finished',
  group: 'Contacts',
  label: 'Finished imports',
  hint: 'A file you imported has been processed.',
  ways: { inApp: true, email: false },
});

const count = new Intl.NumberFormat('en');

async function tell({ actorId, workspaceId, subject, data }: RecordedEvent): Promise<void> {
  if (!actorId || !subject) return;
  const {
    kind = 'contact',
    fileName,
    created,
    updated,
    skipped,
    rejected,
  } = data as {
    kind?: ImportKind;
    fileName: string;
    created: number;
    updated: number;
    skipped: number;
    rejected: number;
  };
  await asSystem(() =>
    tellUser(actorId, IMPORT_FINISHED, {
      workspaceId,
      subject,
      href: `${KINDS[kind].page}/import/${subject.id}`,
      key: `import_finished:${subject.id}`,
      title: `Import finished: ${fileName}`,
      body: `${countOf(kind, created)} created, ${count.format(updated)} updated, ${count.format(skipped)} rows skipped, and ${count.format(rejected)} rejected. See the report under ${KINDS[kind].title}, Import.`,
    }),
  );
}

export const importMailSubscriber = subscribe('import.finished', 'crm.import_mail', tell);
