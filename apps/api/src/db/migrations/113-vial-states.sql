-- The counts of a patient's vials by state, and the two counts of the lab record that follow from them:
--   in process + quarantine = in preparation + ready to ship
--   released + held         = available (of which some are reserved)
--   shipped                 = shipped

create function state_of_vial(v vials, sign integer) returns setof vial_change
language sql stable as $$
  select v.domain_id, v.user_id, v.state, sign
  -- Their entry counts them.
  where v.state <> 'shipped'
$$;
-- Triggers run in the order of their names: these run after process_inserted and process_updated.
select summed_rows('state_counts', 'vials', 'apply_vial_counts(array(%s))', 'state_of_vial(%s, %s)', '{state}');

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
