/** Texts that stand in several documents: one of them may be out of date, and answers cite whichever ranks higher. */
import { query } from '../../../server/db/index.ts';
import type { RepeatedPassage } from '../contract.ts';
import { currentViewer, viewerValues, VISIBLE } from './access.ts';
import { readIndex } from './settings.ts';

/** Characters; shorter ones, such as footers, repeat without harm. */
const LEAST = 80;
/** Places of one text that are listed. */
const PLACES = 10;

type Row = RepeatedPassage['places'][number] & { hash: string; text: string };

/** Texts as the caller may read them. Copies of whole documents are flagged as duplicates, and left out here. */
export async function listRepeated({ limit }: { limit: number }): Promise<{ items: RepeatedPassage[] }> {
  const { settings } = await readIndex();
  const rows = await query<Row>(
    `with readable as (
        select p.id, md5(p.text) as hash, p.document_id from knowledge_passages p
          join knowledge_sources s on s.id = p.source_id where ${VISIBLE} and length(p.text) >= ${LEAST}
      ), repeated as (
        select r.hash, count(distinct d.id) as documents from readable r join knowledge_documents d on d.id = r.document_id
          group by r.hash having count(distinct coalesce(nullif(d.sha256, ''), d.id::text)) > 1
          order by documents desc, r.hash limit $5
      ), placed as (
        select t.hash, t.documents, r.id as "passageId", d.id as "documentId", d.title as "documentTitle", p.place, p.text,
          d.changed_at < now() - $4::int * interval '1 day' as "isStale", d.changed_at as "changedAt",
          row_number() over (partition by t.hash order by d.changed_at desc, r.id) as turn
        from repeated t join readable r on r.hash = t.hash join knowledge_passages p on p.id = r.id
          join knowledge_documents d on d.id = r.document_id
      )
      select hash, "passageId", "documentId", "documentTitle", place, text, "isStale", "changedAt" from placed
        where turn <= ${PLACES} order by documents desc, hash, turn`,
    [...viewerValues(await currentViewer()), settings.staleDays, limit],
  );
  const byText = Map.groupBy(rows, ({ hash }) => hash);
  return {
    items: [...byText.values()].map((same) => ({
      text: same[0]!.text,
      places: same.map(({ hash: _hash, text: _text, ...place }) => place),
    })),
  };
}
