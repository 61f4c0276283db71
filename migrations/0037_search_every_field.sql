-- Records are found by every field, own fields included. Rows that are there get those words in lower case, which is near
-- enough until each is written again; written rows have them folded (engine/search-text.ts).
update contacts c set search_text = c.search_text || ' ' || f.words
from (select r.id, lower(concat_ws(' ', nullif(r.title, ''), nullif(r.source, ''), nullif(r.street, ''), nullif(r.city, ''), nullif(r.region, ''), nullif(r.postal_code, ''), nullif(r.country, ''),
    nullif(array_to_string(r.tags, ' '), ''), r.links->>'website', nullif(left(r.about, 300), ''), (select string_agg(left(v.value, 300), ' ') from jsonb_each_text(r.custom) v where v.value not in ('true', 'false')))) as words from contacts r) f
where f.id = c.id and f.words <> '';
--> statement-breakpoint
update leads l set search_text = l.search_text || ' ' || f.words
from (select r.id, lower(concat_ws(' ', nullif(r.title, ''), nullif(r.website, ''), nullif(r.city, ''), nullif(r.country, ''), nullif(r.source, ''), nullif(array_to_string(r.tags, ' '), ''), nullif(left(r.about, 300), ''),
    (select string_agg(left(v.value, 300), ' ') from jsonb_each_text(r.custom) v where v.value not in ('true', 'false')))) as words from leads r) f
where f.id = l.id and f.words <> '';
--> statement-breakpoint
update opportunities o set search_text = o.search_text || ' ' || f.words
from (select r.id, lower(concat_ws(' ', nullif(left(r.description, 300), ''), nullif(left(r.close_note, 300), ''),
    (select string_agg(left(v.value, 300), ' ') from jsonb_each_text(r.custom) v where v.value not in ('true', 'false')))) as words from opportunities r) f
where f.id = o.id and f.words <> '';
--> statement-breakpoint
update companies co set search_text = co.search_text || ' ' || f.words
from (select r.id, lower(concat_ws(' ', nullif(r.industry, ''), nullif(r.street, ''), nullif(r.city, ''), nullif(r.region, ''), nullif(r.postal_code, ''), nullif(r.country, ''), nullif(array_to_string(r.tags, ' '), ''),
    nullif(left(r.about, 300), ''), (select string_agg(left(v.value, 300), ' ') from jsonb_each_text(r.custom) v where v.value not in ('true', 'false')))) as words from companies r) f
where f.id = co.id and f.words <> '';
--> statement-breakpoint
update activities a set search_text = a.search_text || ' ' || f.words
from (select r.id, lower(concat_ws(' ', nullif(r.outcome, ''), (select string_agg(left(v.value, 300), ' ') from jsonb_each_text(r.custom) v where v.value not in ('true', 'false')))) as words from activities r
  where r.outcome <> '' or r.custom <> '{}') f
where f.id = a.id and f.words <> '';
