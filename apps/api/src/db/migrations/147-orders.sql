-- Orders: paid vials and supplies, which are sent in one or several parcels. Vials are reserved before the
-- charge, so that they are never sold twice.

create table vial_reservations (
  like numbered_row,
  -- The payment that asked for the vials. Null for a sale without a payment in the portal.
  attempt_id uuid,
  -- Null until the payment is approved.
  transaction_id bigint,
  user_id bigint not null,
  -- The number of ordered vials, and how many of them were shipped.
  quantity integer not null check (quantity > 0),
  shipped integer not null default 0,
  -- `released`: the payment failed, or all its money was given back.
  state text not null default 'reserved' check (state in ('reserved', 'sold', 'released')),
  -- The number of vials that are still reserved.
  waiting integer not null
    generated always as (case when state = 'released' then 0 else quantity - shipped end) stored,
  unique (domain_id, attempt_id),
  unique (domain_id, transaction_id),
  foreign key (domain_id, attempt_id) references checkout_attempts (domain_id, id),
  foreign key (domain_id, transaction_id) references transactions (domain_id, id),
  constraint vial_reservations_owner_check check (num_nonnulls(attempt_id, transaction_id) > 0),
  constraint vial_reservations_shipped_check check (shipped between 0 and quantity)
);
-- New and moved reservations need enough vials: reserve_vials and move_vial_reservation write them.
select tenant_table('vial_reservations', 'select, update (transaction_id, state, shipped)', 'numbered', 'kept');
select refers_to('vial_reservations', 'users', 'user_id');

-- The reserved vials of a patient are the sum of its reservations. Counts are locked in order of patients.
create function count_reserved_vials() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed record;
begin
  for changed in
    select c.domain_id, c.user_id, sum(c.n)::integer as n
    from (values
      (new.domain_id, new.user_id, new.waiting),
      (old.domain_id, old.user_id, -old.waiting)
    ) c (domain_id, user_id, n)
    where c.domain_id is not null
    group by c.domain_id, c.user_id
    having sum(c.n) <> 0
    order by c.user_id
  loop
    update vial_counts v
    set vials_reserved = v.vials_reserved + changed.n
    where v.domain_id = changed.domain_id
      and v.user_id = changed.user_id;
    if not found then
      raise exception 'Patient % has no vials', changed.user_id
        using errcode = 'check_violation', constraint = 'vial_counts_vials_reserved_check';
    end if;
  end loop;
  return null;
end $$;
create trigger count_reserved after insert or update on vial_reservations
  for each row execute function count_reserved_vials();

-- Locks the counts of a patient. Answers how many vials are neither reserved nor shipped.
create function lock_free_vials(patient bigint) returns integer
language sql volatile security definer set search_path = public, pg_temp as $$
  select coalesce(max(v.vials_available - v.vials_reserved), 0)
  from (
    select *
    from vial_counts
    where domain_id = current_domain()
      and user_id = patient
    for no key update
  ) v
$$;

-- Reserves vials for a payment. False when too few are free: the payment must not start.
create function reserve_vials(attempt uuid, patient bigint, wanted integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if lock_free_vials(patient) < wanted then
    return false;
  end if;
  insert into vial_reservations (domain_id, attempt_id, user_id, quantity)
  values (current_domain(), attempt, patient, wanted);
  return true;
end $$;
grant execute on function reserve_vials to vialdesk_app;

-- Gives the order of a sale another patient or quantity, or reserves its vials for the first time. False when
-- too few vials of the patient are free.
create function move_vial_reservation(sale bigint, patient bigint, wanted integer) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept vial_reservations;
  free integer;
begin
  select r.* into kept
  from vial_reservations r
  where r.domain_id = current_domain()
    and r.transaction_id = sale
  for update;
  perform
  from vial_counts v
  where v.domain_id = current_domain()
    and v.user_id in (patient, kept.user_id)
  order by v.user_id
  for no key update;
  free := lock_free_vials(patient);
  if kept.user_id = patient then
    free := free + kept.waiting;
  end if;
  if free < wanted - coalesce(kept.shipped, 0) then
    return false;
  end if;
  insert into vial_reservations as r (domain_id, attempt_id, transaction_id, user_id, quantity, state)
  select current_domain(), t.attempt_id, t.id, patient, wanted, 'sold'
  from transactions t
  where t.domain_id = current_domain()
    and t.id = sale
  on conflict (domain_id, transaction_id) do update
  set user_id = excluded.user_id, quantity = excluded.quantity, state = 'sold';
  return true;
end $$;
grant execute on function move_vial_reservation to vialdesk_app;

-- The parcels of a sale.
create table shipments (
  like numbered_row,
  transaction_id bigint not null,
  -- Made by the page: the same request ships nothing twice.
  request_id uuid not null,
  quantity integer not null check (quantity > 0),
  shipped_on date not null,
  tracking_number text not null check (tracking_number <> ''),
  tracking_key text collate "C" not null generated always as (tracking_key(tracking_number)) stored,
  -- Blank if the carrier is not known.
  tracking_link text not null default '' check (tracking_link = '' or tracking_link like 'https://%'),
  note text not null default '',
  -- The shipped entry of vials.
  vial_entry_id bigint,
  created_at timestamptz not null default now(),
  created_by bigint,
  unique (domain_id, request_id),
  unique (domain_id, vial_entry_id),
  foreign key (domain_id, transaction_id) references transactions (domain_id, id),
  foreign key (domain_id, vial_entry_id) references vial_entries (domain_id, id)
);
create index shipments_by_sale on shipments (domain_id, transaction_id, id);
create index shipments_by_tracking on shipments (domain_id, tracking_key);
select tenant_table('shipments', 'select,
  insert (domain_id, transaction_id, request_id, quantity, shipped_on, tracking_number, tracking_link, note,
    vial_entry_id, created_by),
  update (tracking_number, tracking_link)', 'numbered', 'kept');
select refers_to('shipments', 'users', 'created_by');
create trigger refuse_future before insert or update of shipped_on on shipments
  for each row execute function refuse_future_days('shipped_on');

-- The earlier tracking numbers of a parcel.
create table shipment_versions (
  domain_id bigint not null references domains,
  shipment_id bigint not null,
  version integer not null,
  tracking_number text not null,
  tracking_link text not null,
  replaced_at timestamptz not null default now(),
  replaced_by bigint,
  primary key (domain_id, shipment_id, version),
  foreign key (domain_id, shipment_id) references shipments (domain_id, id)
);
select tenant_table('shipment_versions', 'select', 'append_only');

create function save_shipment_version() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shipment_versions
  select old.domain_id, old.id, count(*) + 1, old.tracking_number, old.tracking_link, now(), current_actor()
  from shipment_versions v
  where v.domain_id = old.domain_id
    and v.shipment_id = old.id;
  return new;
end $$;
create trigger save_version before update on shipments for each row execute function save_shipment_version();

-- The shipped pieces of a sale are the sum of its parcels (transactions_shipped_check).
create function count_shipped_pieces() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update transactions t
  set shipped_quantity = t.shipped_quantity + new.quantity
  where t.domain_id = new.domain_id
    and t.id = new.transaction_id;
  return null;
end $$;
create trigger count_shipped after insert on shipments for each row execute function count_shipped_pieces();

-- Null if nothing is sent, or if all money was given back before anything was sent.
alter table transactions
  add column order_state text generated always as (
    case
      when not ships then null
      when shipped_quantity >= quantity then 'shipped'
      when voided or (refunded_cents > 0 and refunded_cents = charged_cents)
        then case when shipped_quantity > 0 then 'shipped' end
      else 'to_ship'
    end
  ) stored;
create index transactions_to_ship on transactions (domain_id, day, id) where order_state = 'to_ship';
create index transactions_shipped on transactions (domain_id, day desc, id desc)
  where order_state = 'shipped';
-- The order by the day that the buyer asked for (decision 070).
create index transactions_shipped_in_order_of_asked on transactions (domain_id, shipping_date, id)
  where order_state = 'shipped';
-- Orders of vials (product 2), for the labs of the patients.
create index transactions_vials_by_patient on transactions (domain_id, patient_id, order_state)
  where product_id = 2 and order_state is not null;

-- Tallied by day: all orders of a state, and those of vials or of supplies.
create function order_tallies(t transactions, sign integer) returns setof tally_change
language sql stable as $$
  select t.domain_id, t.order_state || suffix, t.day - date '2000-01-01', sign
  from unnest(array['', case when t.product_id = 2 then '|vials' else '|supplies' end]) suffix
  where t.order_state is not null
$$;

create function order_month_tallies(t transactions, sign integer) returns setof tally_change
language sql stable as $$
  select c.domain_id, c.key, month_number(t.day), c.n
  from order_tallies(t, sign) c
$$;
select tallied_list('orders', 'transactions', 'order_tallies(%s, %s)');
select tallied_list('order_months', 'transactions', 'order_month_tallies(%s, %s)');
