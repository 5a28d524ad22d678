-- The counts of a patient's vials by state, and the two counts of the lab record that follow from them:
--   in process + quarantine = in preparation + ready to ship
--   released + held         = available (of which some are reserved)
--   shipped                 = shipped

create type vial_state_change as (domain_id bigint, user_id bigint, state text, n integer);

create function apply_vial_states(changes vial_state_change[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into vial_counts (domain_id, user_id)
  select distinct domain_id, user_id
  from unnest(changes)
  order by 1, 2
  on conflict do nothing;
  update vial_counts v
  set
    vials_in_process = v.vials_in_process + c.in_process,
    vials_quarantine = v.vials_quarantine + c.quarantine,
    vials_released = v.vials_released + c.released,
    vials_held = v.vials_held + c.held,
    vials_disposed = v.vials_disposed + c.disposed
  from (
    select
      domain_id,
      user_id,
      coalesce(sum(n) filter (where state = 'in_process'), 0) as in_process,
      coalesce(sum(n) filter (where state = 'quarantine'), 0) as quarantine,
      coalesce(sum(n) filter (where state = 'released'), 0) as released,
      coalesce(sum(n) filter (where state = 'held'), 0) as held,
      coalesce(sum(n) filter (where state = 'disposed'), 0) as disposed
    from unnest(changes)
    group by domain_id, user_id
  ) c
  where v.domain_id = c.domain_id
    and v.user_id = c.user_id;
$$;

create function count_vial_states() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform apply_vial_states(array(
      select row(domain_id, user_id, state, 1)::vial_state_change
      from fresh
    ));
  else
    perform apply_vial_states(array(
      select row(c.domain_id, c.user_id, c.state, c.n)::vial_state_change
      from fresh f
      join stale s using (domain_id, id)
      cross join lateral (values
        (f.domain_id, f.user_id, f.state, 1),
        (s.domain_id, s.user_id, s.state, -1)
      ) c (domain_id, user_id, state, n)
      where f.state <> s.state
    ));
  end if;
  return null;
end $$;
-- Triggers run in the order of their names: these run after process_inserted and process_updated.
select after_statements('vials', 'states', 'count_vial_states');

create function has_vials(c vial_counts) returns boolean
language sql immutable parallel safe as $$
  select coalesce(
    c.vials_in_process + c.vials_quarantine + c.vials_released + c.vials_held + c.vials_disposed
      + c.vials_shipped > 0,
    false
  )
$$;

-- Without any vial, the lab enters both counts. As soon as the patient has vials, they follow from the vials.
-- Vials in quarantine are ready to ship from the day that the lab entered as the ready date.
create function derive_lab_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c vial_counts;
begin
  select * into c
  from vial_counts v
  where v.domain_id = new.domain_id
    and v.user_id = new.user_id;
  if has_vials(c) then
    new.vials_ready_ship := case
      when new.date_vials_ready_to_ship is null then 0
      else c.vials_quarantine
    end;
    new.vials_preparation := c.vials_in_process + c.vials_quarantine - new.vials_ready_ship;
  end if;
  return new;
end $$;
create trigger derive_lab_counts before insert or update on lab_records
  for each row execute function derive_lab_counts();

-- The lab record follows changed vials. A patient with vials has a lab record. Any update of a differing record is
-- enough, because derive_lab_counts computes both counts.
create function update_lab_counts() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into lab_records (domain_id, user_id)
  select f.domain_id, f.user_id
  from fresh f
  where has_vials(f)
  order by 1, 2
  on conflict do nothing;
  update lab_records l
  set vials_preparation = f.vials_in_process
  from fresh f
  where l.domain_id = f.domain_id
    and l.user_id = f.user_id
    and has_vials(f)
    and (
      l.vials_preparation + l.vials_ready_ship <> f.vials_in_process + f.vials_quarantine
      or l.vials_ready_ship <> case
        when l.date_vials_ready_to_ship is null then 0
        else f.vials_quarantine
      end
    );
  return null;
end $$;
select after_statements('vial_counts', 'lab_counts', 'update_lab_counts');

-- The counts of entries and those of vials must agree at the commit.
create function assert_counts_match_states() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  c vial_counts;
begin
  select * into c
  from vial_counts v
  where v.domain_id = new.domain_id
    and v.user_id = new.user_id;
  if c.vials_available <> c.vials_released + c.vials_held then
    raise exception 'Patient % has % vials available, but % released and % on hold',
      c.user_id, c.vials_available, c.vials_released, c.vials_held
      using errcode = 'check_violation', constraint = 'vial_counts_states_check';
  end if;
  return null;
end $$;
create constraint trigger vial_counts_states_check after insert or update on vial_counts
  deferrable initially deferred
  for each row execute function assert_counts_match_states();
