-- When it was given up to mail an invitation: no mail server took it, so that nobody knows of it but whoever invited.
alter table invitations add column unsent_at timestamptz(3);
