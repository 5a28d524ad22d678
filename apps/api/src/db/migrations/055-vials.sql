-- Vials one by one. Entries (050) say how many were added and shipped, and the counts follow from them; here is which ones. The two can
-- not disagree: at the commit an added entry must have as many vials that were not disposed of, and a shipped entry as many that were
-- shipped by it, as its quantity says.

-- Twelve signs, sixty bits of chance, without I, L, O and U: it says nothing of whose it is.
create function new_vial_code() returns text language sql volatile as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(drawn, place) & 31) + 1, 1), '' order by n)
  from uuid_send(gen_random_uuid()) drawn, unnest(array[0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13]) with ordinality p (place, n)
$$;

create table vials (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  user_id bigint not null,
  -- Compared byte by byte: it is looked up by its beginning.
  code text collate "C" not null default new_vial_code() check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  state text not null check (state in ('in_process', 'quarantine', 'released', 'held', 'shipped', 'disposed')),
  reason text not null default '',
  since timestamptz not null default now(),
  place text not null default '',
  position text not null default '',
  -- Which spot it takes, as whoever looks for it reads it: in any case. A column, as comparing lower(place) is not leakproof.
  spot text collate "C" generated always as (case when position <> '' then lower(place) || chr(31) || lower(position) end) stored,
  added_entry_id bigint,
  shipped_entry_id bigint,
  made_at timestamptz not null default now(),
  -- Which lab has it, whether lists show it, and whether the lists of its lab do: as its patient's account and center are now. The lab of
  -- an inactive center keeps the vial in its place but does not see it. Kept by triggers.
  lab_id bigint,
  listed boolean not null default true,
  seen_by_lab boolean not null default false,
  primary key (domain_id, id),
  unique (domain_id, code),
  foreign key (domain_id, user_id) references users (domain_id, id),
  foreign key (domain_id, lab_id) references users (domain_id, id),
  foreign key (domain_id, added_entry_id) references vial_entries (domain_id, id),
  foreign key (domain_id, shipped_entry_id) references vial_entries (domain_id, id),
  constraint stock_came_by_entry check (case
    when state in ('in_process', 'quarantine') then added_entry_id is null
    when state = 'disposed' then true
    else added_entry_id is not null end),
  constraint shipped_by_entry check ((state = 'shipped') = (shipped_entry_id is not null)),
  constraint reason_given check ((state in ('held', 'disposed')) = (reason <> '')),
  constraint gone_is_nowhere check (state not in ('shipped', 'disposed') or place = ''),
  constraint position_in_place check (position = '' or place <> ''),
  -- At the end of a statement, so that two may change places.
  constraint one_vial_a_position exclude using btree (domain_id with =, (coalesce(lab_id, 0)) with =, spot with =) where (position <> '')
    deferrable initially immediate
);
create index vials_of_patient on vials (domain_id, user_id, id desc);
create index vials_of_added_entry on vials (domain_id, added_entry_id) where added_entry_id is not null;
create index vials_of_shipped_entry on vials (domain_id, shipped_entry_id) where shipped_entry_id is not null;
create index vials_by_state on vials (domain_id, state, id desc) where listed;
create index vials_of_lab on vials (domain_id, lab_id, id desc) where seen_by_lab;
create index vials_of_lab_by_state on vials (domain_id, lab_id, state, id desc) where seen_by_lab;
select tenant_table('vials', 'select, insert (domain_id, user_id, state, place, added_entry_id), update (state, reason, place, position, added_entry_id, shipped_entry_id)');
create trigger vials_stay before delete on vials for each row execute function refuse_change();
create trigger vials_all_stay before truncate on vials for each statement execute function refuse_change();

-- The way of each vial: written by the database whenever one moves, by whatever hand.
create table vial_steps (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  vial_id bigint not null,
  at timestamptz not null default now(),
  from_state text,
  to_state text not null,
  reason text not null,
  place text not null,
  position text not null,
  actor_id bigint,
  behind_id bigint,
  primary key (domain_id, id),
  foreign key (domain_id, vial_id) references vials (domain_id, id)
);
create index steps_of_vial on vial_steps (domain_id, vial_id, id);
select tenant_table('vial_steps', 'select');
select facts_only('vial_steps');

-- Patient and center are held until the commit: whoever changes them waits, and then takes the new vial along.
create function place_vial() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  patient record;
  center record;
begin
  select u.active, u.subscription, u.harvest_center_id into patient from users u
    where u.domain_id = new.domain_id and u.id = new.user_id for share;
  new.listed := coalesce(patient.active and patient.subscription = 2, false);
  if patient.harvest_center_id is not null then
    select c.lab_id, c.active into center from users c
      where c.domain_id = new.domain_id and c.id = patient.harvest_center_id and c.subscription = 4 for share;
    new.lab_id := center.lab_id;
    new.seen_by_lab := new.listed and new.lab_id is not null and center.active;
  end if;
  if new.state not in ('in_process', 'released') then
    raise exception 'A vial does not begin as %', new.state using errcode = 'check_violation', constraint = 'vial_moves';
  end if;
  return new;
end $$;
create trigger place_vial before insert on vials for each row execute function place_vial();

-- Which state leads to which; what has left is stored nowhere, and only what is held or gone has a reason. What was disposed of stays so.
create function guard_vial() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.code, new.made_at) is distinct from (old.user_id, old.code, old.made_at) then
    raise exception 'A vial keeps its patient and its code' using errcode = 'check_violation', constraint = 'vial_keeps';
  end if;
  if new.state <> old.state then
    if (old.state, new.state) not in (('in_process', 'quarantine'), ('in_process', 'disposed'), ('quarantine', 'released'),
      ('quarantine', 'disposed'), ('released', 'held'), ('released', 'shipped'), ('released', 'disposed'), ('held', 'released'),
      ('held', 'disposed'), ('shipped', 'released')) then
      raise exception 'A vial does not go from % to %', old.state, new.state using errcode = 'check_violation', constraint = 'vial_moves';
    end if;
    -- Only who owns the table can say another moment: a seed that writes a past.
    if new.since = old.since then new.since := now(); end if;
    if new.state not in ('held', 'disposed') then new.reason := ''; end if;
    if new.state in ('shipped', 'disposed') then
      new.place := '';
      new.position := '';
    end if;
    if new.state <> 'shipped' then new.shipped_entry_id := null; end if;
  elsif old.state = 'disposed' and (new.reason, new.added_entry_id) is distinct from (old.reason, old.added_entry_id) then
    raise exception 'What was disposed of stays as it was' using errcode = 'check_violation', constraint = 'vial_keeps';
  end if;
  return new;
end $$;
create trigger guard_vial before update on vials for each row execute function guard_vial();

-- Under which keys a vial is tallied, by blocks of ids.
create function vial_tallies(v vials, sign integer) returns setof tally_change language sql stable as $$
  select v.domain_id, k.key, (v.id >> 10)::integer, sign from (values
    ('all', v.listed), ('state:' || v.state, v.listed), ('lab:' || v.lab_id, v.seen_by_lab),
    ('lab:' || v.lab_id || '|state:' || v.state, v.seen_by_lab)) k (key, counts)
  where k.counts
$$;

-- What follows from vials that came or moved: how many each entry has, the tallies, and the steps of their way.
create function follow_new_vials() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from fresh f join vial_entries e on e.domain_id = f.domain_id and e.id = f.added_entry_id
      where e.user_id <> f.user_id or e.type <> 'added') then
    raise exception 'This is no entry of the vial''s patient' using errcode = 'check_violation', constraint = 'own_entries';
  end if;
  update vial_entries e set vials = e.vials + n.change from (
    select f.domain_id, f.added_entry_id as entry, count(*) as change from fresh f where f.added_entry_id is not null group by 1, 2) n
    where e.domain_id = n.domain_id and e.id = n.entry;
  perform apply_tallies('vials', array(select t from fresh v, vial_tallies(v, 1) t));
  insert into vial_steps (domain_id, vial_id, at, to_state, reason, place, position, actor_id, behind_id)
    select f.domain_id, f.id, f.made_at, f.state, f.reason, f.place, f.position, nullif(current_setting('app.actor_id', true), '')::bigint,
      nullif(current_setting('app.behind_id', true), '')::bigint from fresh f order by f.id;
  return null;
end $$;
create trigger follow_inserted after insert on vials referencing new table as fresh for each statement execute function follow_new_vials();

create function follow_changed_vials() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from fresh f join vial_entries e on e.domain_id = f.domain_id and e.id in (f.added_entry_id, f.shipped_entry_id)
      where e.user_id <> f.user_id or e.type <> case e.id when f.added_entry_id then 'added' else 'shipped' end
        or f.added_entry_id = f.shipped_entry_id) then
    raise exception 'This is no entry of the vial''s patient' using errcode = 'check_violation', constraint = 'own_entries';
  end if;
  update vial_entries e set vials = e.vials + n.change from (
    select t.domain_id, t.entry, sum(t.sign) as change from (
      select f.domain_id, f.added_entry_id as entry, 1 as sign from fresh f where f.state <> 'disposed'
      union all select f.domain_id, f.shipped_entry_id, 1 from fresh f
      union all select s.domain_id, s.added_entry_id, -1 from stale s where s.state <> 'disposed'
      union all select s.domain_id, s.shipped_entry_id, -1 from stale s) t
    where t.entry is not null group by 1, 2 having sum(t.sign) <> 0) n
    where e.domain_id = n.domain_id and e.id = n.entry;
  perform apply_tallies('vials', array(select t from fresh v, vial_tallies(v, 1) t union all select t from stale v, vial_tallies(v, -1) t));
  insert into vial_steps (domain_id, vial_id, at, from_state, to_state, reason, place, position, actor_id, behind_id)
    select f.domain_id, f.id, case when f.state <> s.state then f.since else now() end, s.state, f.state, f.reason, f.place, f.position, nullif(current_setting('app.actor_id', true), '')::bigint,
      nullif(current_setting('app.behind_id', true), '')::bigint
    from fresh f join stale s using (domain_id, id)
    where (f.state, f.reason, f.place, f.position) is distinct from (s.state, s.reason, s.place, s.position) order by f.id;
  return null;
end $$;
create trigger follow_updated after update on vials referencing old table as stale new table as fresh for each statement execute function follow_changed_vials();

-- Vials go with their patient's center to another lab, out of the lists with its account, and out of the lab's with its center. Whose do
-- is found out first: nearly every change of a user, like each log-in, leaves all vials alone.
create function move_vials_of_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moving record;
begin
  for moving in
    select domain_id, array_agg(id) as ids from (
      select is_now.domain_id, is_now.id from fresh is_now join stale was using (domain_id, id)
        where (is_now.active, is_now.subscription, is_now.harvest_center_id) is distinct from (was.active, was.subscription, was.harvest_center_id)
      union
      select p.domain_id, p.id from fresh is_now join stale was using (domain_id, id)
        join users p on p.domain_id = is_now.domain_id and p.harvest_center_id = is_now.id
        where (is_now.active, is_now.subscription, is_now.lab_id) is distinct from (was.active, was.subscription, was.lab_id)) m
    group by domain_id
  loop
    -- Held first, and read in a statement after that: of a patient's change and its center's at once, the later one knows of the earlier.
    perform from vials v where v.domain_id = moving.domain_id and v.user_id = any(moving.ids) order by v.id for no key update;
    update vials v set lab_id = stand.lab_id, listed = stand.listed, seen_by_lab = stand.seen_by_lab,
        position = case when v.lab_id is distinct from stand.lab_id then '' else v.position end
      from (select u.id, c.lab_id, u.active and u.subscription = 2 as listed,
          u.active and u.subscription = 2 and c.active and c.lab_id is not null as seen_by_lab
        from users u left join users c on c.domain_id = u.domain_id and c.id = u.harvest_center_id and c.subscription = 4
        where u.domain_id = moving.domain_id and u.id = any(moving.ids)) stand
      where v.domain_id = moving.domain_id and v.user_id = stand.id
        and (v.lab_id, v.listed, v.seen_by_lab) is distinct from (stand.lab_id, stand.listed, stand.seen_by_lab);
  end loop;
  return null;
end $$;
-- Named so that it runs after place_updated: entries change the tallies of patients before those of vials, too.
create trigger vials_follow after update on users referencing old table as stale new table as fresh for each statement execute function move_vials_of_users();

-- Entries and vials agree, or nothing of the transaction holds.
create function demand_agreement() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry vial_entries;
begin
  select * into entry from vial_entries e where e.domain_id = new.domain_id and e.id = new.id;
  if entry.vials <> entry.quantity then
    raise exception 'Entry % says %, but has % vials', entry.id, entry.quantity, entry.vials
      using errcode = 'check_violation', constraint = 'vials_agree';
  end if;
  return null;
end $$;
create constraint trigger vials_agree after insert or update on vial_entries
  deferrable initially deferred for each row execute function demand_agreement();
