-- Sessions and two-step sign-in. Tokens are random, and only their hashes are stored.

create table sessions (
  like numbered_row,
  token_hash bytea not null,
  user_id bigint not null,
  -- 'impersonation': an admin in the account of another user. 'staff': a staff user in its center.
  kind text not null default 'own' check (kind in ('own', 'impersonation', 'staff')),
  -- Of a child session: the session from which it was opened, and the user who acts in it.
  parent_id bigint,
  impersonator_id bigint,
  idle_minutes integer not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- When the user last gave the password or a code. A child session counts its parent's.
  proved_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ip text,
  user_agent text,
  unique (domain_id, token_hash),
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade,
  foreign key (domain_id, impersonator_id) references users (domain_id, id) on delete cascade,
  constraint sessions_impersonator_id_check check ((kind = 'own') = (impersonator_id is null)),
  constraint sessions_parent_id_check check ((kind = 'own') = (parent_id is null))
);
create index sessions_by_user on sessions (domain_id, user_id) where ended_at is null;
create index sessions_by_impersonator on sessions (domain_id, impersonator_id)
  where ended_at is null and impersonator_id is not null;
create index sessions_by_parent on sessions (domain_id, parent_id) where parent_id is not null;
select tenant_table('sessions', 'select, insert, update', 'numbered');
select belongs_to('sessions', 'sessions', 'parent_id');

-- Links that work once. They set a password, and are mailed to new accounts (an invitation) and after a forgotten password; or they
-- verify the email of an account that has a password.
-- An invitation is stored when it is asked for. The job that writes its mail makes the token.
create table password_links (
  like numbered_row,
  user_id bigint not null,
  reason text not null check (reason in ('welcome', 'reset', 'verify')),
  token_hash bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When the page of the link was opened for the first time.
  opened_at timestamptz,
  -- When a password was set, or the link was ended.
  used_at timestamptz,
  unique (domain_id, token_hash),
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade
);
create index password_links_by_user on password_links (domain_id, user_id) where used_at is null;
create index invitations_by_user on password_links (domain_id, user_id, id desc) where reason = 'welcome';
select tenant_table('password_links', 'select, insert, update', 'numbered');

-- One row per user who has begun to set up two-step sign-in. It is on once confirmed.
create table two_step_sign_ins (
  domain_id bigint not null references domains,
  user_id bigint not null,
  -- Encrypted with a key of the portal.
  sealed_secret bytea not null,
  begun_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The time step of the last accepted code, so that no code is accepted twice.
  last_step bigint not null default 0,
  recovery_hashes bytea[] not null default '{}',
  primary key (domain_id, user_id),
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade
);
select tenant_table('two_step_sign_ins', 'select, insert, update, delete');

-- Browsers in which a user logged in before. A log-in sends the browser's random marker, of which only the hash
-- is stored. Wrong passwords of others do not lock out a known device.
create table known_devices (
  domain_id bigint not null references domains,
  user_id bigint not null,
  marker_hash bytea not null,
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (domain_id, user_id, marker_hash),
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade
);
-- Two users of one browser share its marker.
create index known_devices_by_marker on known_devices (domain_id, marker_hash);
select tenant_table('known_devices', 'select, insert, update, delete');

-- Whether a session, and the session from which it was opened, can be used. For pages that were opened from the session and that
-- end with it.
create function is_live_session(id bigint) returns boolean
language sql stable as $$
  select exists (
    select
    from sessions s
    left join sessions p on p.domain_id = s.domain_id and p.id = s.parent_id
    where s.domain_id = current_domain()
      and s.id = is_live_session.id
      and s.ended_at is null
      and p.ended_at is null
      and least(s.expires_at, p.expires_at) > now()
      and s.last_seen_at > now() - make_interval(mins => s.idle_minutes))
$$;

-- Begins every signed-in call in one round trip: sets the domain of the transaction and finds the live
-- session. A child session lives only as long as its parent, and only while its user may still enter the
-- account: an admin for an impersonation, and a staff user of that center for a staff session. An admin may
-- impersonate an inactive account. `last_seen_at` is updated once a minute, together with the
-- parent's, because both belong to the same person. If another call is updating it right now, this call does
-- not wait. With `only_reads`, PostgreSQL refuses every change of the statements that follow.
--
-- It runs at every call, so it is written for speed: `setting := set_config(…)` runs no query, as `perform`
-- would, and conditions on `current_domain()` need no check of their own for row-level security.
create function resolve_session(domain bigint, token bytea, only_reads boolean default false)
returns table (
  session_id bigint,
  user_id bigint,
  subscription smallint,
  kind text,
  impersonator_id bigint,
  parent_id bigint,
  expires_at timestamptz,
  active boolean,
  two_step_due boolean,
  recently_proved boolean
)
language plpgsql as $$
declare
  setting text;
  seen timestamptz;
  proved timestamptz;
  person bigint;
  membership smallint;
  two_step_memberships smallint[];
begin
  setting := set_config('app.domain_id', domain::text, true);
  <<find>>
  begin
    select
      s.id, s.user_id, u.subscription, s.kind, s.impersonator_id, s.parent_id, s.expires_at, u.active,
      s.last_seen_at, s.proved_at, u.id, u.subscription, d.two_step_memberships
    into
      session_id, user_id, subscription, kind, impersonator_id, parent_id, expires_at, active,
      seen, proved, person, membership, two_step_memberships
    from sessions s
    join users u on u.domain_id = current_domain() and u.id = s.user_id
    join domains d on d.id = current_domain()
    where s.domain_id = current_domain()
      and s.token_hash = token
      and s.ended_at is null
      and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(mins => s.idle_minutes)
      and case s.kind
        when 'impersonation' then u.subscription <> membership_id('admin') and u.removed_at is null
        else u.active
      end;
    exit find when not found;
    if kind <> 'own' then
      select least(seen, p.last_seen_at), p.proved_at, i.id, i.subscription
      into seen, proved, person, membership
      from sessions p
      join users i on i.domain_id = current_domain() and i.id = resolve_session.impersonator_id
      where p.domain_id = current_domain()
        and p.id = resolve_session.parent_id
        and p.ended_at is null
        and p.expires_at > now()
        and p.last_seen_at > now() - make_interval(mins => p.idle_minutes)
        and i.active
        and case resolve_session.kind
          when 'staff' then i.subscription = membership_id('hc_staff')
            and resolve_session.user_id in (select c from centers_of_staff(i.id) c)
          else i.subscription = membership_id('admin')
        end;
      exit find when not found;
    end if;
    if seen < now() - interval '1 minute' then
      update sessions set last_seen_at = now()
      where (sessions.domain_id, sessions.id) in (
        select s.domain_id, s.id
        from sessions s
        where s.domain_id = domain and s.id in (session_id, resolve_session.parent_id)
        for update skip locked
      );
    end if;
    recently_proved := proved > now() - interval '10 minutes';
    two_step_due := membership = any(two_step_memberships);
    if two_step_due then
      two_step_due := not exists (
        select from two_step_sign_ins t
        where t.domain_id = current_domain() and t.user_id = person and t.confirmed_at is not null
      );
    end if;
    setting := set_config('app.actor_id', user_id::text, true);
    setting := set_config('app.impersonator_id', coalesce(impersonator_id::text, ''), true);
    return next;
  end find;
  -- Only now, because the look-up itself notes when the session was used.
  if only_reads then setting := set_config('transaction_read_only', 'on', true); end if;
end $$;
