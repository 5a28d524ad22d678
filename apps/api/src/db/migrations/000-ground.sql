-- The ground every table stands on: the application's role, the current domain, and one way to make a tenant table.

do $$ begin
  -- Holds the grants, never logs in; the log-in role of an installation is a member of it.
  if not exists (select from pg_roles where rolname = 'vialdesk_app') then
    create role vialdesk_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
end $$;

revoke create on schema public from public;
grant usage on schema public to vialdesk_app;

-- The domain that the running transaction carries; null outside one, so that every policy denies.
create function current_domain() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.domain_id', true), '')::bigint $$;

-- Makes a table one of a domain's: row-level security for everyone, its owner included, and just the grants named.
create function tenant_table(tenant regclass, grants text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', tenant);
  execute format('create policy own_domain on %s using (domain_id = current_domain()) with check (domain_id = current_domain())', tenant);
  if grants <> '' then
    execute format('grant %s on %s to vialdesk_app', grants, tenant);
  end if;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: its rows are facts', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Makes a table append-only, for its owner too.
create function facts_only(tenant regclass) returns void language plpgsql as $$
begin
  execute format('create trigger facts_only before update or delete on %s for each row execute function refuse_change()', tenant);
  execute format('create trigger facts_stay before truncate on %s for each statement execute function refuse_change()', tenant);
end $$;

-- Domains are found before a transaction carries one; what is secret about a domain is in domain_secrets.
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
  time_zone text not null default 'America/New_York',
  idle_minutes integer not null default 30 check (idle_minutes between 1 and 1440),
  session_hours integer not null default 12 check (session_hours between 1 and 720),
  -- Whoever's first membership is one of these can do nothing before two-step sign-in is set up.
  two_step_memberships smallint[] not null default '{}' check (two_step_memberships <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9]::smallint[]),
  demo boolean not null default false,
  updated_at timestamptz not null default now()
);
grant select on domains to vialdesk_app;

-- Pages that are open compare this moment with theirs, whoever changed the domain and however.
create function note_domain_change() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger note_domain_change before update on domains for each row
  when (to_jsonb(old) - 'updated_at' is distinct from to_jsonb(new) - 'updated_at') execute function note_domain_change();

create table domain_hosts (
  host text primary key check (host = lower(host)),
  domain_id bigint not null references domains
);
grant select on domain_hosts to vialdesk_app;

create table domain_secrets (
  domain_id bigint primary key references domains,
  admin_form_password_hash text
);
select tenant_table('domain_secrets', 'select');

-- Kept by the rate limiter; its keys are hashes that carry the domain.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
grant select, insert, update, delete on rate_limits to vialdesk_app;
