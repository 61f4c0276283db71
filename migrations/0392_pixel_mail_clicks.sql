-- A visitor who came by a link in an email that was sent to them is linked to its address.
alter table pixel_people drop constraint pixel_people_source_check;
alter table pixel_people add constraint pixel_people_source_check check (source in ('form', 'identify', 'server', 'mail'));
