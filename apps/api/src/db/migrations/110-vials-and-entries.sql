-- Changes that follow from new and changed vials, and from changes of users, entries and centers.

-- Tallied by blocks of ids.
create function vial_tallies(v vials, sign integer) returns setof tally_change
language sql stable as $$
  select v.domain_id, k.key, (v.id >> 10)::integer, sign
  from (values
    ('all', v.listed),
    ('state:' || v.state, v.listed),
    ('lab:' || v.lab_id, v.visible_to_lab),
    ('lab:' || v.lab_id || '|state:' || v.state, v.visible_to_lab)
  ) k (key, counts)
  where k.counts
$$;
select tallied_list('vials', 'vials', 'vial_tallies(%s, %s)');

-- Updates the entries' numbers of vials, and writes the steps.
create function process_new_vials() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select
    from fresh f
    join vial_entries e on e.domain_id = f.domain_id and e.id = f.added_entry_id
    where e.user_id <> f.user_id
      or e.type <> 'added'
  ) then
    raise exception 'The entry does not fit the vial''s patient'
      using errcode = 'check_violation', constraint = 'vials_entries_check';
  end if;

  update vial_entries e
  set vials = e.vials + n.change
  from (
    select f.domain_id, f.added_entry_id as entry, count(*) as change
    from fresh f
    where f.added_entry_id is not null
    group by 1, 2
  ) n
  where e.domain_id = n.domain_id
    and e.id = n.entry;

  insert into vial_steps
    (domain_id, vial_id, at, to_state, reason, place, position, actor_id, impersonator_id)
  select
    f.domain_id, f.id, f.made_at, f.state, f.reason, f.place, f.position,
    current_actor(), current_impersonator()
  from fresh f
  order by f.id;
  return null;
end $$;
select after_statements('vials', 'process', 'process_new_vials', 'inserted');

create function process_changed_vials() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select
    from fresh f
    join vial_entries e on e.domain_id = f.domain_id and e.id in (f.added_entry_id, f.shipped_entry_id)
    where e.user_id <> f.user_id
      or e.type <> case e.id when f.added_entry_id then 'added' else 'shipped' end
      or f.added_entry_id = f.shipped_entry_id
  ) then
    raise exception 'The entry does not fit the vial''s patient'
      using errcode = 'check_violation', constraint = 'vials_entries_check';
  end if;

  update vial_entries e
  set vials = e.vials + n.change
  from (
    select t.domain_id, t.entry, sum(t.sign) as change
    from (
      select f.domain_id, f.added_entry_id as entry, 1 as sign from fresh f where f.state <> 'disposed'
      union all
      select f.domain_id, f.shipped_entry_id, 1 from fresh f
      union all
      select s.domain_id, s.added_entry_id, -1 from stale s where s.state <> 'disposed'
      union all
      select s.domain_id, s.shipped_entry_id, -1 from stale s
    ) t
    where t.entry is not null
    group by 1, 2
    having sum(t.sign) <> 0
  ) n
  where e.domain_id = n.domain_id
    and e.id = n.entry;

  insert into vial_steps
    (domain_id, vial_id, at, from_state, to_state, reason, place, position, actor_id, impersonator_id)
  select
    f.domain_id, f.id, case when f.state <> s.state then f.since else now() end,
    s.state, f.state, f.reason, f.place, f.position, current_actor(), current_impersonator()
  from fresh f
  join stale s using (domain_id, id)
  where (f.state, f.reason, f.place, f.position) is distinct from (s.state, s.reason, s.place, s.position)
  order by f.id;
  return null;
end $$;
select after_statements('vials', 'process', 'process_changed_vials', 'updated');

-- Vials follow their patient's center to another lab, leave the lists with the patient's account, and leave
-- the lists of the lab with the center. The function first finds the patients that this concerns: nearly
-- every change of a user, such as a login, moves no vial.
create function update_vials_of_changed_users() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moving record;
begin
  for moving in
    select domain_id, array_agg(id) as ids
    from (
      select f.domain_id, f.id
      from fresh f
      join stale s using (domain_id, id)
      where (f.active, f.subscription, f.harvest_center_id)
        is distinct from (s.active, s.subscription, s.harvest_center_id)
      union
      select p.domain_id, p.id
      from fresh f
      join stale s using (domain_id, id)
      join users p on p.domain_id = f.domain_id and p.harvest_center_id = f.id
      where (f.active, f.subscription, f.lab_id) is distinct from (s.active, s.subscription, s.lab_id)
    ) m
    group by domain_id
  loop
    -- Locked first, and read in a later statement: of concurrent changes of a patient and its center the
    -- second one sees the first.
    perform
    from vials v
    where v.domain_id = moving.domain_id
      and v.user_id = any(moving.ids)
    order by v.id
    for no key update;

    update vials v
    set
      lab_id = n.lab_id,
      listed = n.listed,
      visible_to_lab = n.visible_to_lab,
      position = case when v.lab_id is distinct from n.lab_id then '' else v.position end
    from (
      select
        u.id,
        c.lab_id,
        u.active and u.subscription = membership_id('patient') as listed,
        u.active
          and u.subscription = membership_id('patient')
          and c.active
          and c.lab_id is not null as visible_to_lab
      from users u
      left join users c on c.domain_id = u.domain_id
        and c.id = u.harvest_center_id
        and c.subscription = membership_id('harvest_center')
      where u.domain_id = moving.domain_id
        and u.id = any(moving.ids)
    ) n
    where v.domain_id = moving.domain_id
      and v.user_id = n.id
      and (v.lab_id, v.listed, v.visible_to_lab) is distinct from (n.lab_id, n.listed, n.visible_to_lab);
  end loop;
  return null;
end $$;
-- Triggers run in the order of their names. This one must run after stages_updated: vial entries also change
-- the tallies of patients before those of vials.
select after_statements('users', 'vials', 'update_vials_of_changed_users', 'updated');

-- Entries and vials must agree at the commit.
create function assert_vials_match_quantity() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry vial_entries;
begin
  select * into entry
  from vial_entries e
  where e.domain_id = new.domain_id
    and e.id = new.id;
  if entry.vials <> entry.quantity then
    raise exception 'Entry % has a quantity of %, but % vials', entry.id, entry.quantity, entry.vials
      using errcode = 'check_violation', constraint = 'vial_entries_vials_check';
  end if;
  return null;
end $$;
create constraint trigger vial_entries_vials_check after insert or update on vial_entries
  deferrable initially deferred
  for each row execute function assert_vials_match_quantity();
