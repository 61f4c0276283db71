-- Booking types with several seats a time, and with a price; see src/domains/booking.
alter table booking_types
  add column seats integer not null default 1 check (seats between 1 and 500),
  -- One-time, for each booking; null: free.
  add column price numeric(18, 4) check (price > 0),
  add column currency text not null default 'USD',
  -- Visitors who cancel at least so many hours before the start get their payment back; null: the team decides.
  add column refund_hours integer check (refund_hours >= 0);

alter table bookings drop constraint bookings_state_check;
alter table bookings
  add constraint bookings_state_check
    check (state in ('unpaid', 'pending', 'confirmed', 'canceled', 'declined', 'no_show', 'expired')),
  -- As they were when it was booked; null: free.
  add column price numeric(18, 4) check (price > 0),
  add column currency text not null default '',
  -- The time is held until then while the visitor pays.
  add column pay_until timestamptz(3),
  add column payment_id uuid,
  add column paid_at timestamptz(3),
  -- Paid at the embedded gateway: no money moved.
  add column is_test boolean not null default false,
  add column refunded numeric(18, 4) not null default 0 check (refunded >= 0),
  -- The rest is to be paid back.
  add column refund_due boolean not null default false;
create index bookings_to_pay on bookings (pay_until) where state = 'unpaid';
create index bookings_to_refund on bookings (id) where refund_due;

-- Bookings of one session (a type and a start) share a host's time, each on a seat of its own. All others overlap none.
alter table booking_hosts
  add column session uuid,
  add column seat integer not null default 1,
  add column seats integer not null default 1;
update booking_hosts set session = booking_id;
alter table booking_hosts
  alter column session set not null,
  add constraint booking_hosts_seat_exists check (seat between 1 and seats),
  drop constraint booking_hosts_no_overlap,
  add constraint booking_hosts_no_overlap exclude using gist
    (workspace_id with =, host_id with =, session with <>, tstzrange(blocked_from, blocked_until) with &&) where (is_open);
create unique index booking_hosts_seat on booking_hosts (workspace_id, host_id, session, seat) where is_open;
