-- One lab record per patient, the history of the patient's vials, and the vial counts that follow from the
-- history.

create table lab_records (
  domain_id bigint not null references domains,
  user_id bigint not null,
  date_adipose_shipped_to_lab date,
  date_adipose_received_by_lab date,
  estimated_date_vials_ready_to_ship date,
  estimated_date_manual boolean not null default false,
  date_vials_ready_to_ship date,
  number_times_qc_done integer not null default 0 check (number_times_qc_done >= 0),
  stemcell_plating_initiated_date date,
  stemcell_plating_successful smallint check (stemcell_plating_successful in (1, 2)),
  hla_typing_test smallint check (hla_typing_test in (1, 2)),
  infectious_testing_complete smallint check (infectious_testing_complete in (1, 2)),
  vials_preparation integer not null default 0 check (vials_preparation >= 0),
  vials_ready_ship integer not null default 0 check (vials_ready_ship >= 0),
  -- The first estimated date that people were shown. Only keep_promised_date writes it.
  promised_ready_date date,
  -- For the patient and the centers: why the vials come later than promised.
  delay_reason text not null default '',
  version integer not null default 1,
  primary key (domain_id, user_id),
  foreign key (domain_id, user_id) references users (domain_id, id),
  -- Seventy days after the lab received the tissue, unless the date was set by hand.
  constraint lab_records_estimated_date_check check (
    estimated_date_manual
    or estimated_date_vials_ready_to_ship is not distinct from (date_adipose_received_by_lab + 70)
  ),
  -- Shipped, received, plated, ready. Any of them may be missing.
  constraint lab_records_order_check check (
    coalesce(date_adipose_shipped_to_lab, '-infinity') <= least(
      date_adipose_received_by_lab, stemcell_plating_initiated_date, date_vials_ready_to_ship, 'infinity')
    and coalesce(date_adipose_received_by_lab, '-infinity')
      <= least(stemcell_plating_initiated_date, date_vials_ready_to_ship, 'infinity')
    and coalesce(stemcell_plating_initiated_date, '-infinity') <= coalesce(date_vials_ready_to_ship, 'infinity')
  )
);
create index lab_records_by_received_date on lab_records (domain_id, date_adipose_received_by_lab);
select tenant_table('lab_records', 'select, insert, update');

-- A corrected received date moves the promise, because the promise was computed from a wrong date. A later date
-- that was set by hand does not move the promise: the vials are delayed.
create function keep_promised_date() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- Only a seed that writes the past gives another date.
    new.promised_ready_date := coalesce(new.promised_ready_date, new.estimated_date_vials_ready_to_ship);
  elsif old.promised_ready_date is null
    or not new.estimated_date_manual and not old.estimated_date_manual
  then
    new.promised_ready_date := new.estimated_date_vials_ready_to_ship;
  else
    new.promised_ready_date := old.promised_ready_date;
  end if;
  return new;
end $$;
create trigger keep_promised_date before insert or update on lab_records
  for each row execute function keep_promised_date();

-- Letters and digits of a tracking number: it is found however it is written.
create function tracking_key(tracking_number text) returns text
language sql immutable parallel safe
return upper(regexp_replace(tracking_number, '[^0-9A-Za-z]', '', 'g') collate "C");

create table vial_entries (
  like numbered_row,
  user_id bigint not null,
  type text not null check (type in ('added', 'shipped')),
  quantity integer not null check (quantity >= 0),
  date date not null,
  note text not null default '',
  tracking_id text not null default '',
  tracking_key text collate "C" not null generated always as (tracking_key(tracking_id)) stored,
  -- The receiver of shipped vials: kind, id of the center, name and address at that time. Null if it is not recorded.
  receiver jsonb,
  created_at timestamptz not null default now(),
  created_by bigint,
  -- The number of vials of the entry. Only triggers of vials (110-vials-and-entries.sql) change it.
  vials integer not null default 0,
  constraint vial_entries_tracking_id_check check (type = 'shipped' or tracking_id = ''),
  constraint vial_entries_receiver_check check (type = 'shipped' or receiver is null)
);
create index vial_entries_by_user on vial_entries (domain_id, user_id, date desc, id desc);
create index vial_entries_by_tracking on vial_entries (domain_id, tracking_key) where tracking_key <> '';
select tenant_table('vial_entries', 'select,
  insert (domain_id, user_id, type, quantity, date, note, tracking_id, receiver, created_at, created_by),
  update (quantity, date, note, tracking_id, receiver)', 'numbered', 'kept');
select refers_to('vial_entries', 'users', 'user_id', 'created_by');

-- The earlier versions of an edited entry.
create table vial_entry_versions (
  domain_id bigint not null references domains,
  entry_id bigint not null,
  version integer not null,
  quantity integer not null,
  date date not null,
  note text not null,
  tracking_id text not null,
  receiver jsonb,
  replaced_at timestamptz not null default now(),
  replaced_by bigint,
  primary key (domain_id, entry_id, version),
  foreign key (domain_id, entry_id) references vial_entries (domain_id, id)
);
select tenant_table('vial_entry_versions', 'select', 'append_only');

create table vial_counts (
  domain_id bigint not null references domains,
  user_id bigint not null,
  vials_available integer not null default 0,
  vials_shipped integer not null default 0,
  -- Those of the available vials that are ordered and not shipped yet (147-orders.sql).
  vials_reserved integer not null default 0,
  -- The vials of the other states. Only triggers of vials (113-vial-states.sql) write them.
  vials_in_process integer not null default 0,
  vials_quarantine integer not null default 0,
  vials_released integer not null default 0,
  vials_held integer not null default 0,
  vials_disposed integer not null default 0,
  primary key (domain_id, user_id),
  foreign key (domain_id, user_id) references users (domain_id, id),
  constraint vial_counts_vials_check check (vials_available >= 0 and vials_shipped >= 0),
  -- PostgreSQL checks in the order of the names: without any vials left, the first check refuses.
  constraint vial_counts_vials_reserved_check check (vials_reserved between 0 and vials_available)
);
select tenant_table('vial_counts', 'select');

-- An entry keeps its patient and type. Before an edit its old version is saved.
create function save_vial_entry_version() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (new.user_id, new.type) is distinct from (old.user_id, old.type) then
    raise exception 'The patient and type of a vial entry cannot be changed'
      using errcode = 'check_violation';
  end if;
  insert into vial_entry_versions
  select
    old.domain_id, old.id, count(*) + 1, old.quantity, old.date, old.note, old.tracking_id,
    old.receiver, now(), current_actor()
  from vial_entry_versions v
  where v.domain_id = old.domain_id
    and v.entry_id = old.id;
  return new;
end $$;
create trigger save_version before update of user_id, type, quantity, date, note, tracking_id, receiver on vial_entries
  for each row execute function save_vial_entry_version();

-- Counts follow their entries and vials. An added entry increases the available vials, a shipped entry moves vials from
-- available to shipped, and an edit moves the difference; each vial counts in its state (113-vial-states.sql). All
-- changes of a statement are applied at once, so that the tallies that follow are locked in order. One by one, two
-- batches over the patients of several centers could deadlock.
create type vial_change as (domain_id bigint, user_id bigint, type text, n integer);

create function apply_vial_counts(changes vial_change[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into vial_counts (domain_id, user_id)
  select distinct domain_id, user_id
  from unnest(changes)
  order by 1, 2
  on conflict do nothing;
  update vial_counts v
  set
    vials_available = v.vials_available + c.added - c.shipped,
    vials_shipped = v.vials_shipped + c.shipped,
    vials_in_process = v.vials_in_process + c.in_process,
    vials_quarantine = v.vials_quarantine + c.quarantine,
    vials_released = v.vials_released + c.released,
    vials_held = v.vials_held + c.held,
    vials_disposed = v.vials_disposed + c.disposed
  from (
    select
      domain_id,
      user_id,
      coalesce(sum(n) filter (where type = 'added'), 0) as added,
      coalesce(sum(n) filter (where type = 'shipped'), 0) as shipped,
      coalesce(sum(n) filter (where type = 'in_process'), 0) as in_process,
      coalesce(sum(n) filter (where type = 'quarantine'), 0) as quarantine,
      coalesce(sum(n) filter (where type = 'released'), 0) as released,
      coalesce(sum(n) filter (where type = 'held'), 0) as held,
      coalesce(sum(n) filter (where type = 'disposed'), 0) as disposed
    from unnest(changes)
    group by domain_id, user_id
  ) c
  where v.domain_id = c.domain_id
    and v.user_id = c.user_id
    and (c.added, c.shipped, c.in_process, c.quarantine, c.released, c.held, c.disposed) <> (0, 0, 0, 0, 0, 0, 0);
$$;

create function vials_of_entry(e vial_entries, sign integer) returns setof vial_change
language sql stable as $$
  select e.domain_id, e.user_id, e.type, sign * e.quantity
$$;
select summed_rows('entry_counts', 'vial_entries', 'apply_vial_counts(array(%s))', 'vials_of_entry(%s, %s)', '{quantity}');

-- Deletes an inactive user unless something that must be kept refers to it. Answers whether it was deleted. A
-- foreign key with "on delete cascade" is deleted with the user. Any other foreign key keeps the user, also
-- those of later tables.
create function delete_user(wanted bigint) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A user who ever logged in is named in the audit log, which needs the name.
  if not exists (
    select
    from users u
    where u.domain_id = current_domain()
      and u.id = wanted
      and not u.active
      and u.removed_at is null
      and u.last_login is null
  ) then
    return false;
  end if;
  -- An empty lab record does not keep the user.
  delete from lab_records l
  where l.domain_id = current_domain()
    and l.user_id = wanted
    and l.version = 1
    and num_nonnulls(
      l.date_adipose_shipped_to_lab, l.date_adipose_received_by_lab, l.estimated_date_vials_ready_to_ship,
      l.date_vials_ready_to_ship, l.stemcell_plating_initiated_date
    ) = 0
    and num_nonnulls(l.stemcell_plating_successful, l.hla_typing_test, l.infectious_testing_complete) = 0
    and l.number_times_qc_done + l.vials_preparation + l.vials_ready_ship = 0
    and not l.estimated_date_manual;
  delete from users u
  where u.domain_id = current_domain()
    and u.id = wanted;
  return true;
exception when foreign_key_violation then
  return false;
end $$;
grant execute on function delete_user to vialdesk_app;
