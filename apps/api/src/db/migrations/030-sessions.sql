-- Sessions: opaque tokens of which only a hash is stored; a child session names who is behind it.

create table sessions (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  token_hash bytea not null,
  user_id bigint not null,
  kind text not null default 'own' check (kind in ('own', 'impersonation', 'staff')),
  parent_id bigint,
  behind_id bigint,
  idle_minutes integer not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text,
  user_agent text,
  primary key (domain_id, id),
  unique (domain_id, token_hash),
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade,
  foreign key (domain_id, behind_id) references users (domain_id, id) on delete cascade,
  foreign key (domain_id, parent_id) references sessions (domain_id, id) on delete cascade,
  check ((kind = 'own') = (behind_id is null))
);
create index sessions_of_user on sessions (domain_id, user_id) where ended_at is null;
select tenant_table('sessions', 'select, insert, update');

-- Links that set a password once: mailed to new accounts and to those who forgot theirs.
create table password_links (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  user_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (domain_id, id),
  unique (domain_id, token_hash),
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade
);
create index password_links_of_user on password_links (domain_id, user_id) where used_at is null;
select tenant_table('password_links', 'select, insert, update');

-- The door of every signed-in call, in one round trip: the transaction gets its domain, a live session becomes an actor.
-- Being seen is noted once a minute; when another call is noting it just now, this one does not wait for it.
create function enter(domain bigint, token bytea)
returns table (session_id bigint, user_id bigint, subscription smallint, kind text, behind_id bigint, expires_at timestamptz)
language plpgsql as $$
declare
  seen timestamptz;
begin
  perform set_config('app.domain_id', domain::text, true);
  select s.id, s.user_id, u.subscription, s.kind, s.behind_id, s.expires_at, s.last_seen_at
    into session_id, user_id, subscription, kind, behind_id, expires_at, seen
    from sessions s join users u on u.domain_id = s.domain_id and u.id = s.user_id
    where s.domain_id = domain and s.token_hash = token and s.ended_at is null and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(mins => s.idle_minutes) and u.active;
  if not found then return; end if;
  if seen < now() - interval '1 minute' then
    update sessions set last_seen_at = now() where (sessions.domain_id, sessions.id) in (
      select s.domain_id, s.id from sessions s where s.domain_id = domain and s.id = session_id for update skip locked);
  end if;
  perform set_config('app.actor_id', user_id::text, true);
  return next;
end $$;
