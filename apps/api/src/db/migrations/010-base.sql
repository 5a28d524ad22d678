-- Roles, domains, and helpers that every later file uses.

do $$ begin
  -- Holds the grants and never logs in. The log-in role of an installation is a member of it.
  if not exists (select from pg_roles where rolname = 'vialdesk_app') then
    create role vialdesk_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  -- The same for the workers, which also run the queue and delete old rows.
  if not exists (select from pg_roles where rolname = 'vialdesk_worker') then
    create role vialdesk_worker nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  -- Owns the functions that search by words (search_function).
  if not exists (select from pg_roles where rolname = 'vialdesk_search') then
    create role vialdesk_search nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
end $$;

revoke create on schema public from public;
grant usage on schema public to vialdesk_app;
grant vialdesk_search to current_user;
grant usage on schema public to vialdesk_search;

-- The migrations that ran in this database, with the SHA-256 of their text. migrate.ts adds the rows.
create table schema_migrations (
  name text primary key,
  checksum text not null,
  ran_at timestamptz not null default now()
);
grant select on schema_migrations to vialdesk_app;

-- The domain of the running transaction. Null without one, so that every policy denies.
create function current_domain() returns bigint
language sql stable parallel safe as $$
  select nullif(current_setting('app.domain_id', true), '')::bigint
$$;

-- The user who acts in the running transaction, and the user behind an impersonation. Null without one.
create function current_actor() returns bigint
language sql stable parallel safe as $$
  select nullif(current_setting('app.actor_id', true), '')::bigint
$$;

create function current_impersonator() returns bigint
language sql stable parallel safe as $$
  select nullif(current_setting('app.impersonator_id', true), '')::bigint
$$;

-- The text by which lists are sorted: without regard to case and accents, compared byte by byte (collate "C"). So
-- the order is the same on every machine, and an index of it never has to be built again after an upgrade of the
-- system. Null when blank: rows without a value are the last ones.
create function sort_text(entered text) returns text
language sql immutable parallel safe as $$
  select nullif(left(regexp_replace(normalize(lower(entered), nfd), '[\u0300-\u036f]', '', 'g'), 120), '')
$$;

-- One sequence for each domain and numbered table, so that the ids of a domain tell nothing of the other domains.
-- Only the owner may use them.
create schema ids;

create function create_id_sequence(tenant text, domain bigint) returns void
language plpgsql as $$
begin
  execute format('create sequence ids.%I', tenant || '_' || domain);
end $$;

create function assign_id() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.id := nextval(format('ids.%I', tg_table_name || '_' || new.domain_id)::regclass);
  return new;
end $$;

create function create_id_sequences() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform create_id_sequence(c.relname, new.id)
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
  where t.tgname = 'assign_id';
  return null;
end $$;

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% on % is refused: the table is append-only', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

-- The first columns of a numbered table: `create table … (like numbered_row, …)`.
create type numbered_row as (domain_id bigint, id bigint);

-- Turns on row-level security, for the owner of the table too, and gives the application only the listed
-- rights. Rules:
-- * numbered: the rows get ids that count from 1 in each domain, and are named by domain and id. Ids may have gaps.
--   The trigger runs before the other triggers of the row, because its name comes first.
-- * kept: deleted rows are refused, for the owner too.
-- * append_only: changed and deleted rows are refused, for the owner too.
create function tenant_table(tenant regclass, rights text, variadic rules text[] default '{}') returns void
language plpgsql as $$
declare
  refused text := case
    when 'append_only' = any(rules) then 'update or delete'
    when 'kept' = any(rules) then 'delete'
  end;
begin
  execute format('alter table %s enable row level security, force row level security', tenant);
  execute format('create policy own_domain on %s using (domain_id = current_domain())
    with check (domain_id = current_domain())', tenant);
  if rights <> '' then
    execute format('grant %s on %s to vialdesk_app', rights, tenant);
  end if;
  if 'numbered' = any(rules) then
    execute format('alter table %s add primary key (domain_id, id), add foreign key (domain_id) references domains',
      tenant);
    execute format('create trigger assign_id before insert on %s
      for each row when (new.id is null) execute function assign_id()', tenant);
    perform create_id_sequence(c.relname, d.id)
    from pg_class c
    cross join domains d
    where c.oid = tenant;
  end if;
  if refused is not null then
    execute format('create trigger refuse_%s before %s on %s
      for each row execute function refuse_change()',
      case refused when 'delete' then 'delete' else 'change' end, refused, tenant);
    execute format('create trigger refuse_truncate before truncate on %s
      for each statement execute function refuse_change()', tenant);
  end if;
end $$;

-- Columns with the ids of rows of the same domain. What refers to a user has an index of it, so that deleting a user
-- reads no whole table: one is made unless the table has it already.
create function add_references(tenant regclass, target regclass, ending text, columns text[]) returns void
language plpgsql as $$
declare
  referring record;
begin
  for referring in
    select
      a.attname as name,
      a.attnum as number,
      case when not a.attnotnull then format('where %I is not null', a.attname) end as given
    from unnest(columns) with ordinality c (name, place)
    join pg_attribute a on a.attrelid = tenant and a.attname = c.name
    order by c.place
  loop
    execute format('alter table %s add foreign key (domain_id, %I) references %s (domain_id, id) %s',
      tenant, referring.name, target, ending);
    continue when target <> 'users'::regclass or exists (
      select
      from pg_index i
      where i.indrelid = tenant
        and i.indkey[1] = referring.number
        and coalesce(pg_get_expr(i.indpred, tenant), '') in ('', format('(%I IS NOT NULL)', referring.name))
    );
    execute format('create index %I on %s (domain_id, %I) %s',
      tenant || '_by_' || regexp_replace(referring.name, '_id$', ''), tenant, referring.name, referring.given);
  end loop;
end $$;

create function refers_to(tenant regclass, target regclass, variadic columns text[]) returns void
language sql as $$ select add_references(tenant, target, '', columns) $$;

-- The rows are deleted with the row that they refer to.
create function belongs_to(tenant regclass, target regclass, variadic columns text[]) returns void
language sql as $$ select add_references(tenant, target, 'on delete cascade', columns) $$;

-- Runs a trigger function after the statements that change the table, and gives it the changed rows: `fresh` as
-- they are now, `stale` as they were before. By default of inserted and updated rows.
create function after_statements(
  tenant regclass,
  name text,
  handler regproc,
  variadic events text[] default '{inserted, updated}'
) returns void
language plpgsql as $$
declare
  event text;
begin
  foreach event in array events loop
    execute format('create trigger %I after %s on %s referencing %s for each statement execute function %s()',
      name || '_' || event,
      case event when 'inserted' then 'insert' when 'updated' then 'update' when 'deleted' then 'delete' end,
      tenant,
      case event
        when 'inserted' then 'new table as fresh'
        when 'updated' then 'old table as stale new table as fresh'
        when 'deleted' then 'old table as stale'
      end,
      handler);
  end loop;
end $$;

-- Under a row-level policy PostgreSQL does not use the indexes of words and tags: their operators are not
-- leakproof, so the policy is checked first, row by row. So the role vialdesk_search reads past the policy.
-- It may read only the columns that are matched, and nobody can log in as it or become it. Its functions name
-- the current domain themselves and answer only ids and counts. The rows themselves are then read under the
-- policy.
create function search_reads(tenant regclass, columns text) returns void
language plpgsql as $$
begin
  execute format('grant select (%s) on %s to vialdesk_search', columns, tenant);
  execute format('create policy word_search on %s for select to vialdesk_search using (true)', tenant);
end $$;

-- Makes the search role the owner of a function, which the application may call.
create function search_function(name regproc) returns void
language plpgsql as $$
begin
  execute format('grant execute on function %s to vialdesk_app', name);
  -- The new owner of a function needs the right to create in its schema.
  grant create on schema public to vialdesk_search;
  execute format('alter function %s owner to vialdesk_search', name);
  revoke create on schema public from vialdesk_search;
end $$;

-- The membership number of a role, as in packages/contract/src/base/roles.ts. PostgreSQL replaces a call by its
-- constant when it plans, so indexes are used as with a number. In PL/pgSQL, which is faster here than SQL.
create function membership_id(role text) returns smallint
language plpgsql immutable parallel safe as $$
begin
  return case role
    when 'lab' then 1
    when 'patient' then 2
    when 'sales_rep' then 3
    when 'harvest_center' then 4
    when 'referral_harvest_center' then 5
    when 'sales_manager' then 6
    when 'admin' then 7
    when 'sales_distributor' then 8
    when 'hc_staff' then 9
    when 'observer' then 11
  end;
end $$;

-- Found before a transaction has a domain, so it is not a tenant table. Secrets of a domain are in
-- domain_secrets.
create table domains (
  id bigint generated always as identity primary key,
  identifier text not null unique check (identifier ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null check (length(name) between 1 and 120),
  description text not null default '',
  logo text,
  favicon text,
  email_sender text not null,
  email_notifications text not null default '',
  primary_color text not null default '#0b6e6e' check (primary_color ~ '^#[0-9a-f]{6}$'),
  radius text not null default 'md' check (radius in ('xs', 'sm', 'md', 'lg', 'xl')),
  login_color text check (login_color ~ '^#[0-9a-f]{6}$'),
  -- A key of the file store, like logo and favicon.
  login_image text,
  phone text not null default '' check (length(phone) <= 40),
  address text not null default '' check (length(address) <= 300),
  privacy_url text not null default '' check (length(privacy_url) <= 300),
  terms_url text not null default '' check (length(terms_url) <= 300),
  time_zone text not null default 'America/New_York',
  -- Two letters. Forms begin with it.
  country text not null default 'US' check (country ~ '^[A-Z]{2}$'),
  idle_minutes integer not null default 30 check (idle_minutes between 1 and 1440),
  session_hours integer not null default 12 check (session_hours between 1 and 720),
  -- Users with one of these as first membership must set up two-step sign-in. Every membership but the
  -- observer's. By default, admins.
  two_step_memberships smallint[] not null default '{7}'
    check (two_step_memberships <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9]::smallint[]),
  -- The rules for releasing and shipping vials (112-release-rules.sql). `warn` shows what is missing, `required`
  -- refuses the vials without an override.
  plating_rule text not null default 'warn' check (plating_rule in ('off', 'warn', 'required')),
  quality_rule text not null default 'warn' check (quality_rule in ('off', 'warn', 'required')),
  testing_rule text not null default 'warn' check (testing_rule in ('off', 'warn', 'required')),
  quarantine_rule text not null default 'off' check (quarantine_rule in ('off', 'warn', 'required')),
  min_quality_checks integer not null default 1 check (min_quality_checks between 1 and 50),
  min_quarantine_days integer not null default 0 check (min_quarantine_days between 0 and 365),
  rule_overriders text not null default 'lab' check (rule_overriders in ('lab', 'admin')),
  -- Whether a label needs all three documents of its patients (150-label-requests.sql). `ask` asks once more where no
  -- document is signed.
  label_documents_rule text not null default 'ask' check (label_documents_rule in ('ask', 'required')),
  demo boolean not null default false,
  -- The accounts of the demo have the password of the documentation, so the login may fill it in.
  demo_log_in_known boolean not null default false check (demo or not demo_log_in_known),
  updated_at timestamptz not null default now()
);
grant select on domains to vialdesk_app;

-- Open pages compare this time with theirs to find out that the domain was changed.
create function set_domain_updated_at() returns trigger
language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger set_updated_at before update on domains for each row
  when (to_jsonb(old) - 'updated_at' is distinct from to_jsonb(new) - 'updated_at')
  execute function set_domain_updated_at();

create trigger create_id_sequences after insert on domains for each row
  execute function create_id_sequences();

create table domain_hosts (
  host text primary key check (host = lower(host)),
  domain_id bigint not null references domains
);
grant select on domain_hosts to vialdesk_app;

-- Processes keep domains in memory and read them again after this signal.
create function signal_domain_change() returns trigger
language plpgsql as $$
begin
  perform pg_notify('notices', 'domains');
  return null;
end $$;
create trigger signal_change after insert or update or delete on domains
  for each statement execute function signal_domain_change();
create trigger signal_change after insert or update or delete on domain_hosts
  for each statement execute function signal_domain_change();

create table domain_secrets (
  domain_id bigint primary key references domains,
  admin_form_password_hash text
);
select tenant_table('domain_secrets', 'select');

-- One row about the installation itself. Only the owner reads and writes it.
create table installation (
  id boolean primary key default true check (id),
  -- Derived from SECRET_KEY and not reversible. A process with another key is refused before it changes
  -- anything.
  key_fingerprint bytea not null
);

-- Written by the rate limiter. The keys are hashes that include the domain.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
grant select, insert, update, delete on rate_limits to vialdesk_app;

-- A job that is queued again under its key while it runs, or after it is dead, is *superseded*: the queue library
-- takes its key and its attempts away and adds a successor. It must not count as dead when its process is killed or
-- when it fails, because the successor does the work. So it is marked here, and deleted as soon as no worker has it.
-- The triggers are made after each migration of the queue library: see db/migrate.ts.
create function mark_superseded_job() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.flags := coalesce(new.flags, '{}') || '{"superseded": true}';
  return new;
end $$;

create function delete_superseded_job() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from graphile_worker._private_jobs j where j.id = new.id;
  return null;
end $$;
