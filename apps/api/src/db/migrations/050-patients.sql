-- From tissue to vial: one lab record a patient, the history of its vials, and the counts that follow from it.

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
  version integer not null default 1,
  primary key (domain_id, user_id),
  foreign key (domain_id, user_id) references users (domain_id, id),
  -- Seventy days after the lab received the tissue, unless someone set the date by hand.
  constraint estimated_date_rule check (estimated_date_manual
    or estimated_date_vials_ready_to_ship is not distinct from (date_adipose_received_by_lab + 70))
);
create index lab_records_received on lab_records (domain_id, date_adipose_received_by_lab);
select tenant_table('lab_records', 'select, insert, update');

create table vial_entries (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  user_id bigint not null,
  type text not null check (type in ('added', 'shipped')),
  quantity integer not null check (quantity >= 0),
  date date not null,
  note text not null default '',
  tracking_id text not null default '',
  created_at timestamptz not null default now(),
  created_by bigint,
  -- How many vials stand under it: kept by their triggers (055), never by hand.
  vials integer not null default 0,
  primary key (domain_id, id),
  foreign key (domain_id, user_id) references users (domain_id, id),
  foreign key (domain_id, created_by) references users (domain_id, id),
  constraint tracking_only_when_shipped check (type = 'shipped' or tracking_id = '')
);
create index vial_entries_of_user on vial_entries (domain_id, user_id, date desc, id desc);
select tenant_table('vial_entries', 'select, insert (domain_id, user_id, type, quantity, date, note, tracking_id, created_at, created_by),
  update (quantity, date, note, tracking_id)');

-- What an edited entry said before.
create table vial_entry_versions (
  domain_id bigint not null references domains,
  entry_id bigint not null,
  version integer not null,
  quantity integer not null,
  date date not null,
  note text not null,
  tracking_id text not null,
  replaced_at timestamptz not null default now(),
  replaced_by bigint,
  primary key (domain_id, entry_id, version),
  foreign key (domain_id, entry_id) references vial_entries (domain_id, id)
);
select tenant_table('vial_entry_versions', 'select');
select facts_only('vial_entry_versions');

create table vial_counts (
  domain_id bigint not null references domains,
  user_id bigint not null,
  vials_available integer not null default 0,
  vials_shipped integer not null default 0,
  primary key (domain_id, user_id),
  foreign key (domain_id, user_id) references users (domain_id, id),
  constraint vials_never_below_zero check (vials_available >= 0 and vials_shipped >= 0)
);
select tenant_table('vial_counts', 'select');

-- Entries stay with their patient, keep their type, and are never deleted; what an edited one said before is kept.
create function keep_entry_versions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (new.user_id, new.type) is distinct from (old.user_id, old.type) then
    raise exception 'An entry keeps its patient and its type' using errcode = 'check_violation';
  end if;
  insert into vial_entry_versions select old.domain_id, old.id, count(*) + 1, old.quantity, old.date, old.note, old.tracking_id, now(),
    nullif(current_setting('app.actor_id', true), '')::bigint
    from vial_entry_versions v where v.domain_id = old.domain_id and v.entry_id = old.id;
  return new;
end $$;
create trigger keep_entry_versions before update of user_id, type, quantity, date, note, tracking_id on vial_entries
  for each row execute function keep_entry_versions();

-- Entries and counts change together or not at all: an added entry raises what is available, a shipped one moves it to shipped,
-- an edit moves the counts by the difference. All entries of a statement at once, so that all tallies that follow are locked in their
-- order: entry by entry, two batches over the patients of several centers would wait for each other.
create type vial_change as (domain_id bigint, user_id bigint, type text, n integer);
create function apply_vial_counts(changes vial_change[]) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into vial_counts (domain_id, user_id)
    select distinct domain_id, user_id from unnest(changes) order by 1, 2 on conflict do nothing;
  update vial_counts v set vials_available = v.vials_available + c.added - c.shipped, vials_shipped = v.vials_shipped + c.shipped
  from (
    select domain_id, user_id, coalesce(sum(n) filter (where type = 'added'), 0) as added, coalesce(sum(n) filter (where type = 'shipped'), 0) as shipped
    from unnest(changes) group by domain_id, user_id) c
  where v.domain_id = c.domain_id and v.user_id = c.user_id and (c.added, c.shipped) <> (0, 0);
$$;
revoke all on function apply_vial_counts from public;
create function keep_vial_counts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform apply_vial_counts(array(select row(domain_id, user_id, type, quantity)::vial_change from fresh));
  else
    perform apply_vial_counts(array(select row(domain_id, user_id, type, f.quantity - s.quantity)::vial_change
      from fresh f join stale s using (domain_id, id, user_id, type) where f.quantity <> s.quantity));
  end if;
  return null;
end $$;
create trigger keep_counts_inserted after insert on vial_entries referencing new table as fresh
  for each statement execute function keep_vial_counts();
create trigger keep_counts_updated after update on vial_entries referencing old table as stale new table as fresh
  for each statement execute function keep_vial_counts();
create trigger entries_stay before delete on vial_entries for each row execute function refuse_change();
create trigger entries_all_stay before truncate on vial_entries for each statement execute function refuse_change();

-- How far a patient's cells have come, in order: the furthest step that is recorded.
create type patient_stage as enum ('registered', 'shipped', 'received', 'plated', 'quality_checked', 'ready', 'stored', 'shipped_out');

create function stage_of(l lab_records, v vial_counts) returns patient_stage language sql immutable parallel safe as $$
  select case
    when v.vials_shipped > 0 then 'shipped_out'::patient_stage
    when v.vials_available > 0 then 'stored'
    when l.date_vials_ready_to_ship is not null then 'ready'
    when l.number_times_qc_done > 0 then 'quality_checked'
    when l.stemcell_plating_initiated_date is not null then 'plated'
    when l.date_adipose_received_by_lab is not null then 'received'
    when l.date_adipose_shipped_to_lab is not null then 'shipped'
    else 'registered' end
$$;

-- Where every active patient stands, beside what says so: lists by stage, center and rep are counted and paged without walking
-- anybody else's patients. Only `place_patients` writes it.
create table patient_stages (
  domain_id bigint not null references domains,
  user_id bigint not null,
  -- As text: comparing an enum is not leakproof, and under a policy its index would not be read.
  stage text not null,
  center_id bigint,
  referral_center_id bigint,
  rep_id bigint,
  -- When the vials are expected, until they are ready.
  due date,
  primary key (domain_id, user_id),
  foreign key (domain_id, user_id) references users (domain_id, id),
  foreign key (domain_id, center_id) references users (domain_id, id),
  foreign key (domain_id, referral_center_id) references users (domain_id, id),
  foreign key (domain_id, rep_id) references users (domain_id, id)
);
create index patients_by_stage on patient_stages (domain_id, stage, user_id desc);
create index patients_by_center on patient_stages (domain_id, center_id, user_id desc) include (stage) where center_id is not null;
create index patients_by_due on patient_stages (domain_id, center_id, due, user_id) where due is not null;
create index patients_by_referral_center on patient_stages (domain_id, referral_center_id) where referral_center_id is not null;
-- A sales line is searched by the companies of its patients' centers: this index alone says which those are.
create index patients_by_rep on patient_stages (domain_id, rep_id, user_id desc) include (stage, center_id, referral_center_id) where rep_id is not null;
select tenant_table('patient_stages', 'select');

-- Tallied by blocks of ids under all and under each stage; under each center and rep by the stage's place in the order.
create function patient_tallies(p patient_stages, sign integer) returns setof tally_change language sql stable as $$
  select p.domain_id, k.key, k.block, sign from (values
    ('all', (p.user_id >> 10)::integer),
    ('stage:' || p.stage, (p.user_id >> 10)::integer),
    ('center:' || p.center_id, array_position(enum_range(null::patient_stage), p.stage::patient_stage)),
    ('rep:' || p.rep_id, array_position(enum_range(null::patient_stage), p.stage::patient_stage))) k (key, block)
  where k.key is not null
$$;
create function tally_patients() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform apply_tallies('patients', array(select t from fresh p, patient_tallies(p, 1) t));
  elsif tg_op = 'DELETE' then
    perform apply_tallies('patients', array(select t from stale p, patient_tallies(p, -1) t));
  else
    perform apply_tallies('patients', array(select t from fresh p, patient_tallies(p, 1) t union all select t from stale p, patient_tallies(p, -1) t));
  end if;
  return null;
end $$;
create trigger tally_inserted after insert on patient_stages referencing new table as fresh for each statement execute function tally_patients();
create trigger tally_updated after update on patient_stages referencing old table as stale new table as fresh for each statement execute function tally_patients();
create trigger tally_deleted after delete on patient_stages referencing old table as stale for each statement execute function tally_patients();

-- Puts users where they stand now. Their places are held first, and read in a statement after that, so that of two changes at
-- once the later one knows of the earlier.
create function place_patients(domain bigint, ids bigint[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from patient_stages p where p.domain_id = domain and p.user_id = any(ids) order by p.user_id for update;
  delete from patient_stages p using users u
    where p.domain_id = domain and p.user_id = any(ids) and u.domain_id = domain and u.id = p.user_id and not (u.active and u.subscription = 2);
  insert into patient_stages as p (domain_id, user_id, stage, center_id, referral_center_id, rep_id, due)
    select u.domain_id, u.id, stage_of(l, v)::text, u.harvest_center_id, u.referral_harvest_center_id, u.line_rep_id,
      case when stage_of(l, v) < 'ready' then l.estimated_date_vials_ready_to_ship end
    from unnest(ids) i (id) join users u on u.domain_id = domain and u.id = i.id
    left join lab_records l on l.domain_id = domain and l.user_id = u.id
    left join vial_counts v on v.domain_id = domain and v.user_id = u.id
    where u.active and u.subscription = 2
  on conflict (domain_id, user_id) do update
    set stage = excluded.stage, center_id = excluded.center_id, referral_center_id = excluded.referral_center_id, rep_id = excluded.rep_id,
      due = excluded.due
    where (p.stage, p.center_id, p.referral_center_id, p.rep_id, p.due)
      is distinct from (excluded.stage, excluded.center_id, excluded.referral_center_id, excluded.rep_id, excluded.due);
end $$;
revoke all on function place_patients from public;

create function place_new_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform place_patients(domain_id, array_agg(id)) from fresh where subscription = 2 group by domain_id;
  return null;
end $$;
create trigger place_inserted after insert on users referencing new table as fresh for each statement execute function place_new_users();

create function place_changed_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform place_patients(is_now.domain_id, array_agg(is_now.id)) from fresh is_now join stale was using (domain_id, id)
    where (is_now.active, is_now.subscription, is_now.harvest_center_id, is_now.referral_harvest_center_id, is_now.line_rep_id)
      is distinct from (was.active, was.subscription, was.harvest_center_id, was.referral_harvest_center_id, was.line_rep_id)
    group by is_now.domain_id;
  return null;
end $$;
create trigger place_updated after update on users referencing old table as stale new table as fresh for each statement execute function place_changed_users();

create function place_by_user() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform place_patients(domain_id, array_agg(user_id)) from fresh group by domain_id;
  return null;
end $$;
create trigger place_inserted after insert on lab_records referencing new table as fresh for each statement execute function place_by_user();
create trigger place_updated after update on lab_records referencing new table as fresh for each statement execute function place_by_user();
create trigger place_inserted after insert on vial_counts referencing new table as fresh for each statement execute function place_by_user();
create trigger place_updated after update on vial_counts referencing new table as fresh for each statement execute function place_by_user();
