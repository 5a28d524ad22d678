-- Vials one by one. Vial entries say how many vials were added and shipped; this file says which ones. Both
-- must agree at the commit: an added entry has as many vials that were not disposed of, and a shipped entry
-- as many vials that it shipped, as its quantity says.

-- Twelve characters with sixty random bits, without I, L, O and U. The code does not reveal the patient.
create function new_vial_code() returns text
language sql volatile as $$
  select string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(drawn, place) & 31) + 1, 1), '' order by n
  )
  from uuid_send(gen_random_uuid()) drawn,
    unnest(array[0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13]) with ordinality p (place, n)
$$;

-- To sort by the state and the place.
create function vial_state_number(state text) returns integer
language sql immutable parallel safe as $$
  select array_position(array['in_process', 'quarantine', 'released', 'held', 'shipped', 'disposed'], state)
$$;
create function vial_sort_place(place text, "position" text) returns text
language sql immutable parallel safe
begin atomic
  select sort_text(trim(place || ' ' || "position"));
end;

create table vials (
  like numbered_row,
  user_id bigint not null,
  -- Compared byte by byte, because it is looked up by its prefix.
  code text collate "C" not null default new_vial_code() check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  state text not null
    check (state in ('in_process', 'quarantine', 'released', 'held', 'shipped', 'disposed')),
  reason text not null default '',
  -- When the vial came into its state.
  since timestamptz not null default now(),
  place text not null default '',
  position text not null default '',
  -- Place and position in lower case. A column, because comparing lower(place) is not leakproof.
  position_key text collate "C"
    generated always as (case when position <> '' then lower(place) || chr(31) || lower(position) end) stored,
  added_entry_id bigint,
  shipped_entry_id bigint,
  made_at timestamptz not null default now(),
  -- Set by triggers from the patient and the center: the lab that keeps the vial, whether lists show the
  -- vial, and whether the lists of the lab show it. The lab of an inactive center keeps the vial but does not
  -- see it.
  lab_id bigint,
  listed boolean not null default true,
  visible_to_lab boolean not null default false,
  unique (domain_id, code),
  foreign key (domain_id, added_entry_id) references vial_entries (domain_id, id),
  foreign key (domain_id, shipped_entry_id) references vial_entries (domain_id, id),
  -- A vial in stock came there by an added entry.
  constraint vials_added_entry_id_check check (case
    when state in ('in_process', 'quarantine') then added_entry_id is null
    when state = 'disposed' then true
    else added_entry_id is not null
  end),
  constraint vials_shipped_entry_id_check check ((state = 'shipped') = (shipped_entry_id is not null)),
  constraint vials_reason_check check ((state in ('held', 'disposed')) = (reason <> '')),
  constraint vials_place_check check (state not in ('shipped', 'disposed') or place = ''),
  constraint vials_position_check check (position = '' or place <> ''),
  -- Two vials of a lab never share a position. Checked at the end of a statement, so that two vials can swap
  -- positions.
  constraint vials_position_excl
    exclude using btree (domain_id with =, (coalesce(lab_id, 0)) with =, position_key with =)
    where (position <> '')
    deferrable initially immediate
);
create index vials_by_patient on vials (domain_id, user_id, id desc);
create index vials_by_added_entry on vials (domain_id, added_entry_id) where added_entry_id is not null;
create index vials_by_shipped_entry on vials (domain_id, shipped_entry_id) where shipped_entry_id is not null;
create index vials_by_state on vials (domain_id, state, id desc) where listed;
create index vials_by_visible_lab on vials (domain_id, lab_id, id desc) where visible_to_lab;
create index vials_by_visible_lab_and_state on vials (domain_id, lab_id, state, id desc) where visible_to_lab;
-- The orders of the lists of vials (decision 070): of all, and of a lab.
create index vials_in_order_of_state on vials (domain_id, (vial_state_number(state)), id) where listed;
create index vials_in_order_of_since on vials (domain_id, since, id) where listed;
create index vials_in_order_of_place on vials (domain_id, (vial_sort_place(place, position) collate "C"), id)
  where listed and (place <> '' or position <> '');
create index vials_of_lab_in_order_of_code
  on vials (domain_id, lab_id, code, id) where visible_to_lab;
create index vials_of_lab_in_order_of_state
  on vials (domain_id, lab_id, (vial_state_number(state)), id) where visible_to_lab;
create index vials_of_lab_in_order_of_since
  on vials (domain_id, lab_id, since, id) where visible_to_lab;
create index vials_of_lab_in_order_of_place
  on vials (domain_id, lab_id, (vial_sort_place(place, position) collate "C"), id)
  where visible_to_lab and (place <> '' or position <> '');
select tenant_table('vials', 'select,
  insert (domain_id, user_id, state, place, added_entry_id),
  update (state, reason, place, position, added_entry_id, shipped_entry_id)', 'numbered', 'kept');
select refers_to('vials', 'users', 'user_id', 'lab_id');

-- The history of each vial. The database writes a step for every change of state, reason, place or position.
create table vial_steps (
  like numbered_row,
  vial_id bigint not null,
  at timestamptz not null default now(),
  from_state text,
  to_state text not null,
  reason text not null,
  place text not null,
  position text not null,
  actor_id bigint,
  impersonator_id bigint,
  foreign key (domain_id, vial_id) references vials (domain_id, id)
);
create index vial_steps_by_vial on vial_steps (domain_id, vial_id, id);
select tenant_table('vial_steps', 'select', 'numbered', 'append_only');

-- Locks the patient and the center until the commit. A concurrent change of them waits, and then also updates
-- the new vial.
create function prepare_new_vial() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  patient record;
  center record;
begin
  select u.active, u.subscription, u.harvest_center_id into patient
  from users u
  where u.domain_id = new.domain_id
    and u.id = new.user_id
  for share;
  new.listed := coalesce(patient.active and patient.subscription = membership_id('patient'), false);
  if patient.harvest_center_id is not null then
    select c.lab_id, c.active into center
    from users c
    where c.domain_id = new.domain_id
      and c.id = patient.harvest_center_id
      and c.subscription = membership_id('harvest_center')
    for share;
    new.lab_id := center.lab_id;
    new.visible_to_lab := new.listed and new.lab_id is not null and center.active;
  end if;
  if new.state not in ('in_process', 'released') then
    raise exception 'A new vial cannot be in the state %', new.state
      using errcode = 'check_violation', constraint = 'vials_state_change_check';
  end if;
  return new;
end $$;
create trigger prepare_new_vial before insert on vials for each row execute function prepare_new_vial();

-- Allows only the known changes of state. A shipped or disposed vial has no place. Only a held or disposed
-- vial has a reason. A disposed vial never changes.
create function enforce_vial_rules() returns trigger
language plpgsql as $$
begin
  if (new.user_id, new.code, new.made_at) is distinct from (old.user_id, old.code, old.made_at) then
    raise exception 'The patient and code of a vial cannot be changed'
      using errcode = 'check_violation', constraint = 'vials_unchangeable_check';
  end if;
  if new.state <> old.state then
    if (old.state, new.state) not in (
      ('in_process', 'quarantine'), ('in_process', 'disposed'),
      ('quarantine', 'released'), ('quarantine', 'disposed'),
      ('released', 'held'), ('released', 'shipped'), ('released', 'disposed'),
      ('held', 'released'), ('held', 'disposed'),
      ('shipped', 'released')
    ) then
      raise exception 'The state of a vial cannot change from % to %', old.state, new.state
        using errcode = 'check_violation', constraint = 'vials_state_change_check';
    end if;
    -- Only the owner of the table may set another time: a seed that writes the past.
    if new.since = old.since then new.since := now(); end if;
    if new.state not in ('held', 'disposed') then new.reason := ''; end if;
    if new.state in ('shipped', 'disposed') then
      new.place := '';
      new.position := '';
    end if;
    if new.state <> 'shipped' then new.shipped_entry_id := null; end if;
  elsif old.state = 'disposed'
    and (new.reason, new.added_entry_id) is distinct from (old.reason, old.added_entry_id)
  then
    raise exception 'A disposed vial cannot be changed'
      using errcode = 'check_violation', constraint = 'vials_unchangeable_check';
  end if;
  return new;
end $$;
create trigger enforce_rules before update on vials for each row execute function enforce_vial_rules();
