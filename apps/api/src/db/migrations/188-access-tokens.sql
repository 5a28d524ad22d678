-- Access tokens, by which machines make calls with a part of the power of the admin who made the token.

create table access_tokens (
  like numbered_row,
  user_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  -- The token is random, and only its hash is stored. A person recognises it by its first characters.
  token_hash bytea not null,
  prefix text not null,
  -- Keys of the contract: 'GET /api/v1/users/all/'.
  calls text[] not null check (cardinality(calls) > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  unique (domain_id, token_hash)
);
select tenant_table('access_tokens', 'select, insert, update (last_used_at, revoked_at)', 'numbered');
select belongs_to('access_tokens', 'users', 'user_id');

-- An admin who is deactivated, removed or no longer an admin loses the tokens for good: activating the account
-- again does not bring them back.
create function revoke_access_tokens() returns trigger
language plpgsql as $$
begin
  update access_tokens set revoked_at = now()
  where domain_id = new.domain_id and user_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger revoke_access_tokens
  after update of active, subscription, removed_at on users
  for each row
  when (
    old.subscription = membership_id('admin')
    and (new.subscription <> old.subscription or not new.active or new.removed_at is not null)
  )
  execute function revoke_access_tokens();

-- Begins every call with an access token in one round trip, as `resolve_session` does for sessions: sets the
-- domain of the transaction and finds the live token. `last_used_at` is updated once a minute. If another call is
-- updating it right now, this call does not wait.
create function resolve_access_token(domain bigint, token bytea)
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
  token_id bigint,
  token_calls text[]
)
language plpgsql as $$
declare
  used timestamptz;
begin
  perform set_config('app.domain_id', domain::text, true);
  -- An access token belongs to no session.
  session_id := 0;
  kind := 'token';
  select t.user_id, u.subscription, t.expires_at, u.active, t.id, t.calls, t.last_used_at
  into user_id, subscription, expires_at, active, token_id, token_calls, used
  from access_tokens t
  join users u on u.domain_id = t.domain_id and u.id = t.user_id
  where t.domain_id = domain
    and t.token_hash = token
    and t.revoked_at is null
    and t.expires_at > now()
    and u.active
    and u.removed_at is null
    and u.subscription = membership_id('admin');
  if not found then return; end if;
  if used is null or used < now() - interval '1 minute' then
    update access_tokens set last_used_at = now()
    where (access_tokens.domain_id, access_tokens.id) in (
      select t.domain_id, t.id
      from access_tokens t
      where t.domain_id = domain and t.id = resolve_access_token.token_id
      for update skip locked
    );
  end if;
  two_step_due := subscription = any((
      select d.two_step_memberships from domains d where d.id = domain
    )::smallint[])
    and not exists (
      select from two_step_sign_ins i
      where i.domain_id = domain and i.user_id = resolve_access_token.user_id and i.confirmed_at is not null
    );
  perform set_config('app.actor_id', user_id::text, true);
  perform set_config('app.impersonator_id', '', true);
  return next;
end $$;
