-- The stage of every active patient, in a table of its own with the center and the sales rep. Lists by stage,
-- center and rep are counted and paged from it without reading other patients.

-- In order. A patient's stage is the furthest one that the lab record and the vial counts show. Cells are
-- shipped out when no vial is left in stock.
create type patient_stage as enum (
  'registered', 'shipped', 'received', 'plated', 'quality_checked', 'ready', 'stored', 'shipped_out'
);

create function stage_of(l lab_records, v vial_counts) returns patient_stage
language sql immutable parallel safe as $$
  select case
    when v.vials_available > 0 then 'stored'::patient_stage
    when v.vials_shipped > 0 then 'shipped_out'
    when l.date_vials_ready_to_ship is not null then 'ready'
    when l.number_times_qc_done > 0 then 'quality_checked'
    when l.stemcell_plating_initiated_date is not null then 'plated'
    when l.date_adipose_received_by_lab is not null then 'received'
    when l.date_adipose_shipped_to_lab is not null then 'shipped'
    else 'registered'
  end
$$;

-- To sort by the stage: its place in the order of the enum. Casting to an enum is not immutable, so the names are
-- repeated here.
create function stage_number(stage text) returns integer
language sql immutable parallel safe as $$
  select array_position(array[
    'registered', 'shipped', 'received', 'plated', 'quality_checked', 'ready', 'stored', 'shipped_out'
  ], stage)
$$;

-- Written only by refresh_patient_stages.
create table patient_stages (
  domain_id bigint not null references domains,
  user_id bigint not null,
  -- Text and not the enum: comparing an enum is not leakproof, so an index would not be used under a policy.
  stage text not null,
  center_id bigint,
  referral_center_id bigint,
  rep_id bigint,
  -- The day on which the vials are expected. Null once they are ready.
  due date,
  -- To sort by: the name, and the days of the lab record.
  sort_name text collate "C",
  -- The words by which the patient is found, each after a space. A search among many patients of a few centers
  -- reads them from an index (040-user-lists.sql).
  words text collate "C" not null default '',
  received date,
  expected date,
  -- Whether a parcel with the patient's tissue was delivered, and the lab has not booked it in.
  arrived boolean not null default false,
  never_signed_in boolean not null default false,
  primary key (domain_id, user_id)
);
create index patient_stages_by_stage on patient_stages (domain_id, stage, user_id desc);
create index patient_stages_by_center on patient_stages (domain_id, center_id, user_id desc) include (stage)
  where center_id is not null;
create index patient_stages_of_center_with_words on patient_stages (domain_id, center_id, user_id desc)
  include (words) where center_id is not null;
create index patient_stages_by_due on patient_stages (domain_id, center_id, due, user_id)
  where due is not null;
create index patient_stages_arrived on patient_stages (domain_id, center_id, user_id desc) where arrived;
create index patient_stages_never_signed_in on patient_stages (domain_id, user_id desc) where never_signed_in;
create index patient_stages_never_signed_in_by_stage on patient_stages (domain_id, stage, user_id desc)
  where never_signed_in;
create index patient_stages_never_signed_in_by_center on patient_stages (domain_id, center_id, user_id desc)
  where never_signed_in;
create index patient_stages_by_due_day on patient_stages (domain_id, due, user_id) where due is not null;
-- A search in a sales line reads the centers of its patients from this index alone.
create index patient_stages_by_rep on patient_stages (domain_id, rep_id, user_id desc)
  include (stage, center_id, referral_center_id)
  where rep_id is not null;
-- The orders of the lists of patients (decision 070): of all, of a stage, of a center and of a sales rep.
create index patient_stages_in_order_of_name on patient_stages (domain_id, sort_name, user_id);
create index patient_stages_of_stage_in_order_of_name
  on patient_stages (domain_id, stage, sort_name, user_id);
create index patient_stages_of_center_in_order_of_name
  on patient_stages (domain_id, center_id, sort_name, user_id) where center_id is not null;
create index patient_stages_in_order_of_received on patient_stages (domain_id, received, user_id);
create index patient_stages_of_stage_in_order_of_received
  on patient_stages (domain_id, stage, received, user_id);
create index patient_stages_of_center_in_order_of_received
  on patient_stages (domain_id, center_id, received, user_id) where center_id is not null;
create index patient_stages_of_rep_in_order_of_received
  on patient_stages (domain_id, rep_id, received, user_id) where rep_id is not null;
create index patient_stages_in_order_of_expected on patient_stages (domain_id, expected, user_id);
create index patient_stages_of_stage_in_order_of_expected
  on patient_stages (domain_id, stage, expected, user_id);
create index patient_stages_of_center_in_order_of_expected
  on patient_stages (domain_id, center_id, expected, user_id) where center_id is not null;
create index patient_stages_of_rep_in_order_of_expected
  on patient_stages (domain_id, rep_id, expected, user_id) where rep_id is not null;
create index patient_stages_in_order_of_stage on patient_stages (domain_id, (stage_number(stage)), user_id);
create index patient_stages_of_center_in_order_of_stage
  on patient_stages (domain_id, center_id, (stage_number(stage)), user_id) where center_id is not null;
create index patient_stages_of_rep_in_order_of_stage
  on patient_stages (domain_id, rep_id, (stage_number(stage)), user_id) where rep_id is not null;
select tenant_table('patient_stages', 'select');
select refers_to('patient_stages', 'users', 'user_id', 'center_id', 'referral_center_id', 'rep_id');
select search_reads('patient_stages', 'domain_id, user_id, center_id, words');

-- Under 'all' and each stage a block is a range of 1,024 ids. Under each center and rep a block is the number of
-- the stage. A patient who has never signed in is also tallied under 'never:' and the key, except the reps.
-- Pages of a team add up the tallies of its reps, so a rep who changes the team changes no tally:
-- * 'ids:rep:7' has blocks of 4,096 ids, so that they are few also for many reps. A deep page begins in one.
-- * 'centers:rep:7' has the id of a center or referral center as block. A search for a company reads the centers of
--   a team from it.
create function patient_tallies(p patient_stages, sign integer) returns setof tally_change
language sql stable as $$
  select p.domain_id, k.key, k.block, sign
  from (values
    ('all', (p.user_id >> 10)::integer),
    ('stage:' || p.stage, (p.user_id >> 10)::integer),
    ('center:' || p.center_id, array_position(enum_range(null::patient_stage), p.stage::patient_stage)),
    ('rep:' || p.rep_id, array_position(enum_range(null::patient_stage), p.stage::patient_stage)),
    ('ids:rep:' || p.rep_id, (p.user_id >> 12)::integer),
    ('centers:rep:' || p.rep_id, p.center_id::integer),
    ('centers:rep:' || p.rep_id, p.referral_center_id::integer)
  ) k (key, block)
  where k.key is not null
    and k.block is not null
  union all
  select p.domain_id, 'never:' || k.key, k.block, sign
  from (values
    ('all', (p.user_id >> 10)::integer),
    ('stage:' || p.stage, (p.user_id >> 10)::integer),
    ('center:' || p.center_id, array_position(enum_range(null::patient_stage), p.stage::patient_stage))
  ) k (key, block)
  where k.key is not null
    and p.never_signed_in
$$;

select tallied_list('patients', 'patient_stages', 'patient_tallies(%s, %s)');

-- Brings the rows of these users up to date. It locks the rows first and reads in a later statement, so that
-- of two concurrent changes the second one sees the first. Label requests are in a later file: PL/pgSQL looks
-- a table up when the function runs.
create function refresh_patient_stages(domain bigint, ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform
  from patient_stages p
  where p.domain_id = domain
    and p.user_id = any(ids)
  order by p.user_id
  for update;

  delete from patient_stages p
  using users u
  where p.domain_id = domain
    and p.user_id = any(ids)
    and u.domain_id = domain
    and u.id = p.user_id
    and not (u.active and u.subscription = membership_id('patient'));

  insert into patient_stages as p (
    domain_id, user_id, stage, center_id, referral_center_id, rep_id, due, sort_name, words, received, expected,
    arrived, never_signed_in
  )
  select
    u.domain_id, u.id, stage_of(l, v)::text, u.harvest_center_id, u.referral_harvest_center_id, u.line_rep_id,
    case when stage_of(l, v) < 'ready' then l.estimated_date_vials_ready_to_ship end,
    user_sort_name(u.first_name, u.last_name, u.company, u.email),
    joined_words(u.id::text, u.first_name, u.last_name, u.company, u.email, u.phone_number),
    l.date_adipose_received_by_lab,
    l.estimated_date_vials_ready_to_ship,
    exists (
      select
      from label_request_patients rp
      join label_requests r on r.domain_id = rp.domain_id and r.id = rp.request_id
      where rp.domain_id = domain
        and rp.patient_id = u.id
        and r.parcel = 'delivered'
    ),
    u.never_signed_in
  -- A patient of several parcels may be given several times.
  from (select distinct id from unnest(ids) id) i
  join users u on u.domain_id = domain and u.id = i.id
  left join lab_records l on l.domain_id = domain and l.user_id = u.id
  left join vial_counts v on v.domain_id = domain and v.user_id = u.id
  where u.active
    and u.subscription = membership_id('patient')
  on conflict (domain_id, user_id) do update
  set
    stage = excluded.stage,
    center_id = excluded.center_id,
    referral_center_id = excluded.referral_center_id,
    rep_id = excluded.rep_id,
    due = excluded.due,
    sort_name = excluded.sort_name,
    words = excluded.words,
    received = excluded.received,
    expected = excluded.expected,
    arrived = excluded.arrived,
    never_signed_in = excluded.never_signed_in
  where (
      p.stage, p.center_id, p.referral_center_id, p.rep_id, p.due, p.sort_name, p.words, p.received, p.expected,
      p.arrived, p.never_signed_in
    ) is distinct from (
      excluded.stage, excluded.center_id, excluded.referral_center_id, excluded.rep_id, excluded.due,
      excluded.sort_name, excluded.words, excluded.received, excluded.expected, excluded.arrived, excluded.never_signed_in
    );
end $$;

create function refresh_stages_of_new_users() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_patient_stages(domain_id, array_agg(id))
  from fresh
  where subscription = membership_id('patient')
  group by domain_id;
  return null;
end $$;
select after_statements('users', 'stages', 'refresh_stages_of_new_users', 'inserted');

create function refresh_stages_of_changed_users() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_patient_stages(f.domain_id, array_agg(f.id))
  from fresh f
  join stale s using (domain_id, id)
  where (
      f.active, f.subscription, f.harvest_center_id, f.referral_harvest_center_id, f.line_rep_id,
      f.first_name, f.last_name, f.company, f.email, f.phone_number, f.never_signed_in
    ) is distinct from (
      s.active, s.subscription, s.harvest_center_id, s.referral_harvest_center_id, s.line_rep_id,
      s.first_name, s.last_name, s.company, s.email, s.phone_number, s.never_signed_in
    )
  group by f.domain_id;
  return null;
end $$;
select after_statements('users', 'stages', 'refresh_stages_of_changed_users', 'updated');

create function refresh_stages_by_user_id() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_patient_stages(domain_id, array_agg(user_id))
  from fresh
  group by domain_id;
  return null;
end $$;
select after_statements('lab_records', 'stages', 'refresh_stages_by_user_id');
select after_statements('vial_counts', 'stages', 'refresh_stages_by_user_id', 'inserted');
-- A reservation changes no stage.
create function refresh_stages_of_changed_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_patient_stages(f.domain_id, array_agg(f.user_id))
  from fresh f
  join stale s using (domain_id, user_id)
  where (f.vials_available, f.vials_shipped) <> (s.vials_available, s.vials_shipped)
  group by f.domain_id;
  return null;
end $$;
select after_statements('vial_counts', 'stages', 'refresh_stages_of_changed_counts', 'updated');
