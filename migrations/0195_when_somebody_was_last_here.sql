-- When somebody was last here, found in one step: lists of people and accounts walked through all sessions of the installation for
-- each of them. It begins with the person, as the index did that it takes the place of.
create index sessions_seen on sessions (user_id, last_seen_at desc, id);
--> statement-breakpoint
drop index sessions_user;
