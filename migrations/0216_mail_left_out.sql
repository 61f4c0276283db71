-- Messages of a folder that are not kept here, such as drafts in Gmail's folder of all mail: without their number, the
-- folder would look changed at every look.
alter table mail_folders add column left_out integer not null default 0;
