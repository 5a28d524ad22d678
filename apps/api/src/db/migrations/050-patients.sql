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
create index lab_records_due on lab_records (domain_id, estimated_date_vials_ready_to_ship) where date_vials_ready_to_ship is null;
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
  primary key (domain_id, id),
  foreign key (domain_id, user_id) references users (domain_id, id),
  foreign key (domain_id, created_by) references users (domain_id, id),
  constraint tracking_only_when_shipped check (type = 'shipped' or tracking_id = '')
);
create index vial_entries_of_user on vial_entries (domain_id, user_id, date desc, id desc);
select tenant_table('vial_entries', 'select, insert, update');

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

-- Entries and counts change together or not at all: an added entry raises what is available, a shipped one moves it to shipped,
-- an edit moves the counts by the difference. Entries stay with their patient, keep their type, and are never deleted.
create function keep_vial_counts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change integer := new.quantity - case when tg_op = 'UPDATE' then old.quantity else 0 end;
begin
  if tg_op = 'UPDATE' then
    if (new.user_id, new.type) is distinct from (old.user_id, old.type) then
      raise exception 'An entry keeps its patient and its type' using errcode = 'check_violation';
    end if;
    insert into vial_entry_versions select old.domain_id, old.id, count(*) + 1, old.quantity, old.date, old.note, old.tracking_id, now(),
      nullif(current_setting('app.actor_id', true), '')::bigint
      from vial_entry_versions v where v.domain_id = old.domain_id and v.entry_id = old.id;
  end if;
  insert into vial_counts (domain_id, user_id) values (new.domain_id, new.user_id) on conflict do nothing;
  update vial_counts set
    vials_available = vials_available + case new.type when 'added' then change else -change end,
    vials_shipped = vials_shipped + case new.type when 'shipped' then change else 0 end
  where domain_id = new.domain_id and user_id = new.user_id;
  return new;
end $$;
create trigger keep_vial_counts before insert or update on vial_entries for each row execute function keep_vial_counts();
create trigger entries_stay before delete on vial_entries for each row execute function refuse_change();
create trigger entries_all_stay before truncate on vial_entries for each statement execute function refuse_change();
