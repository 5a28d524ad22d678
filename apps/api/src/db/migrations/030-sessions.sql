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
  check ((kind = 'own') = (behind_id is null)),
  check ((kind = 'own') = (parent_id is null))
);
create index sessions_of_user on sessions (domain_id, user_id) where ended_at is null;
create index sessions_of_behind on sessions (domain_id, behind_id) where ended_at is null and behind_id is not null;
create index sessions_of_parent on sessions (domain_id, parent_id) where parent_id is not null;
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

-- Two-step sign-in of who has begun to set it up; it is on once confirmed. The secret is sealed with a key of the portal, of a recovery
-- code only a hash is kept, and the last time step whose code was taken is remembered, so that no code is taken twice.
create table two_steps (
  domain_id bigint not null references domains,
  user_id bigint not null,
  sealed_secret bytea not null,
  begun_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  recovery_hashes bytea[] not null default '{}',
  primary key (domain_id, user_id),
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade
);
select tenant_table('two_steps', 'select, insert, update, delete');

-- The door of every signed-in call, in one round trip: the transaction gets its domain, a live session becomes an actor.
-- A child session lives only as long as the one that it was opened from, and as what let its owner in still holds: an admin behind an
-- impersonation, a staff user of that center (or an admin) behind a staff session. An admin may look into an inactive account.
-- Being seen is noted once a minute, with the parent's, for it is the same person; when another call is noting it just now, this one
-- does not wait for it.
create function enter(domain bigint, token bytea)
returns table (
  session_id bigint, user_id bigint, subscription smallint, kind text, behind_id bigint, parent_id bigint, expires_at timestamptz,
  active boolean, two_step_due boolean)
language plpgsql as $$
declare
  seen timestamptz;
  person bigint;
  membership smallint;
begin
  perform set_config('app.domain_id', domain::text, true);
  select s.id, s.user_id, u.subscription, s.kind, s.behind_id, s.parent_id, s.expires_at, u.active,
      least(s.last_seen_at, p.last_seen_at), coalesce(b.id, u.id), coalesce(b.subscription, u.subscription)
    into session_id, user_id, subscription, kind, behind_id, parent_id, expires_at, active, seen, person, membership
    from sessions s join users u on u.domain_id = s.domain_id and u.id = s.user_id
    left join sessions p on p.domain_id = s.domain_id and p.id = s.parent_id
    left join users b on b.domain_id = s.domain_id and b.id = s.behind_id
    where s.domain_id = domain and s.token_hash = token and s.ended_at is null and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(mins => s.idle_minutes)
      and case s.kind when 'own' then u.active else b.active and p.ended_at is null and p.expires_at > now()
        and p.last_seen_at > now() - make_interval(mins => p.idle_minutes) end
      and case s.kind when 'own' then true
        when 'impersonation' then b.subscription = 7 and u.subscription <> 7 and u.removed_at is null
        else u.active and (b.subscription = 7 or s.user_id in (select c from centers_of_staff(s.behind_id) c)) end;
  if not found then return; end if;
  if seen < now() - interval '1 minute' then
    update sessions set last_seen_at = now() where (sessions.domain_id, sessions.id) in (
      select s.domain_id, s.id from sessions s where s.domain_id = domain and s.id in (enter.session_id, enter.parent_id) for update skip locked);
  end if;
  two_step_due := membership = any((select d.two_step_memberships from domains d where d.id = domain)::smallint[])
    and not exists (select from two_steps t where t.domain_id = domain and t.user_id = person and t.confirmed_at is not null);
  perform set_config('app.actor_id', user_id::text, true);
  perform set_config('app.behind_id', coalesce(behind_id::text, ''), true);
  return next;
end $$;
