-- People and centers: everyone is a row of users; the first membership decides the role.

create table memberships (
  domain_id bigint not null references domains,
  id smallint not null,
  name text not null check (length(name) between 1 and 80),
  primary key (domain_id, id)
);
create unique index memberships_by_name on memberships (domain_id, lower(name));
select tenant_table('memberships', 'select, insert');

create table tags (
  domain_id bigint not null references domains,
  id smallint not null,
  label text not null check (length(label) between 1 and 80),
  primary key (domain_id, id)
);
select tenant_table('tags', 'select');

-- A tag as the index of tags has it: with its domain, so that one index serves all and mixes none.
create function domain_tags(domain bigint, tags smallint[]) returns bigint[] language sql immutable parallel safe as $$
  select coalesce(array_agg(domain * 65536 + t), '{}') from unnest(tags) t
$$;

-- What a user is found by; its words are tallied by blocks of 8192 ids.
create function user_words(domain bigint, id bigint, variadic texts text[]) returns tsvector language sql immutable parallel safe as $$
  select words || public.placed_words((id >> 13)::integer, words) from public.search_words(domain, variadic id::text || texts) words
$$;

create table users (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  memberships smallint[] not null check (cardinality(memberships) between 1 and 9 and memberships[1] is not null),
  subscription smallint not null generated always as (memberships[1]) stored,
  tags smallint[] not null default '{}',
  first_name text not null default '',
  last_name text not null default '',
  company text not null default '',
  email text not null check (length(email) between 3 and 254),
  email_key text not null generated always as (lower(email)) stored,
  password_hash text,
  -- Since when the user is known to read mail at this address: it opened a link that was mailed there.
  email_verified_at timestamptz,
  phone_number text not null default '',
  address1 text not null default '',
  address2 text not null default '',
  city text not null default '',
  state_desc text not null default '',
  country_desc text not null default '',
  zip_code text not null default '',
  hc_logo text,
  template_id text,
  document_id text,
  active boolean not null default true,
  -- Gone from every screen: only what must be kept of the user is left, such as its name beside what it did.
  removed_at timestamptz,
  date_joined timestamptz not null default now(),
  last_login timestamptz,
  agreement_accepted_at timestamptz,
  sales_rep_id bigint,
  sales_manager_id bigint,
  sales_distributor_id bigint,
  lab_id bigint,
  harvest_center_id bigint,
  referral_harvest_center_id bigint,
  referred_center_id bigint,
  -- Of a center: raised when somebody leaves its staff. Links that were given to staff before are worth nothing any more.
  staff_links integer not null default 0,
  -- Of a center: raised when a referral center stops to refer to it. Earlier links for referral centers are no longer valid.
  referral_links integer not null default 0,
  -- The rep whose line the user counts to: its own, else its center's, else its referral center's. Kept by a trigger.
  line_rep_id bigint,
  -- Raised by every edit, so that of two editors the second learns of the first.
  version integer not null default 1,
  search tsvector not null generated always as (user_words(domain_id, id, first_name, last_name, company, email, phone_number)) stored,
  primary key (domain_id, id),
  constraint users_email_unique unique (domain_id, email_key),
  constraint removed_is_inactive check (removed_at is null or not active),
  foreign key (domain_id, sales_rep_id) references users (domain_id, id),
  foreign key (domain_id, sales_manager_id) references users (domain_id, id),
  foreign key (domain_id, sales_distributor_id) references users (domain_id, id),
  foreign key (domain_id, lab_id) references users (domain_id, id),
  foreign key (domain_id, harvest_center_id) references users (domain_id, id),
  foreign key (domain_id, referral_harvest_center_id) references users (domain_id, id),
  foreign key (domain_id, referred_center_id) references users (domain_id, id),
  foreign key (domain_id, line_rep_id) references users (domain_id, id)
);
select tenant_table('users', 'select, insert, update');

create index users_by_membership on users (domain_id, subscription, id desc) where active;
create index users_inactive on users (domain_id, id desc) where not active and removed_at is null;
create index users_by_tag on users using gin (domain_tags(domain_id, tags)) with (fastupdate = off) where tags <> '{}';
create index users_by_words on users using gin (search) with (fastupdate = off);
create index users_by_center on users (domain_id, harvest_center_id, id desc) where harvest_center_id is not null;
create index users_by_referral_center on users (domain_id, referral_harvest_center_id, id desc) where referral_harvest_center_id is not null;
create index users_by_referred_center on users (domain_id, referred_center_id, id desc) where referred_center_id is not null;
create index users_by_line_rep on users (domain_id, line_rep_id, subscription, id desc) where line_rep_id is not null;
create index users_by_rep on users (domain_id, sales_rep_id, id desc) where sales_rep_id is not null;
create index users_by_manager on users (domain_id, sales_manager_id, id desc) where sales_manager_id is not null;
create index users_by_distributor on users (domain_id, sales_distributor_id, id desc) where sales_distributor_id is not null;
create index users_by_lab on users (domain_id, lab_id, id desc) where lab_id is not null;

-- Which centers a staff user works for, and which harvest centers a referral center refers to.
-- What only says so goes with a deleted user. A reference without "on delete cascade" keeps the user it names: see delete_user.
create table staff_centers (
  domain_id bigint not null references domains,
  staff_id bigint not null,
  center_id bigint not null,
  primary key (domain_id, staff_id, center_id),
  foreign key (domain_id, staff_id) references users (domain_id, id) on delete cascade,
  foreign key (domain_id, center_id) references users (domain_id, id) on delete cascade
);
create index staff_by_center on staff_centers (domain_id, center_id);
select tenant_table('staff_centers', 'select, insert, delete');

-- A person who left a center knows its links, for staff and for referral centers. They end with the tie.
create function end_staff_links() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'staff_centers' then
    update users set staff_links = staff_links + 1, referral_links = referral_links + 1 where domain_id = old.domain_id and id = old.center_id;
  else
    update users set staff_links = staff_links + 1, referral_links = referral_links + 1 where domain_id = old.domain_id
      and id in (select s.center_id from staff_centers s where s.domain_id = old.domain_id and s.staff_id = old.id);
  end if;
  return null;
end $$;
create trigger end_staff_links after delete on staff_centers for each row execute function end_staff_links();
create trigger end_staff_links after update of active on users for each row when (old.active and not new.active and old.subscription = 9)
  execute function end_staff_links();

create table referral_centers (
  domain_id bigint not null references domains,
  referral_center_id bigint not null,
  center_id bigint not null,
  primary key (domain_id, referral_center_id, center_id),
  foreign key (domain_id, referral_center_id) references users (domain_id, id) on delete cascade,
  foreign key (domain_id, center_id) references users (domain_id, id) on delete cascade
);
create index referral_by_center on referral_centers (domain_id, center_id);
select tenant_table('referral_centers', 'select, insert, delete');

-- A referral center that lost its harvest center must not get it back with an earlier link.
create function end_referral_links() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'referral_centers' then
    update users set referral_links = referral_links + 1 where domain_id = old.domain_id and id = old.center_id;
  else
    update users set referral_links = referral_links + 1 where domain_id = old.domain_id
      and id in (select r.center_id from referral_centers r where r.domain_id = old.domain_id and r.referral_center_id = old.id);
  end if;
  return null;
end $$;
create trigger end_referral_links after delete on referral_centers for each row execute function end_referral_links();
create trigger end_referral_links after update of active on users for each row when (old.active and not new.active and old.subscription = 5)
  execute function end_referral_links();

-- A referral center asks to refer to a harvest center. Only a confirmed request becomes a row of referral_centers: queries that
-- read referral_centers never see a request that waits or was refused.
create table association_requests (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  referral_center_id bigint not null,
  center_id bigint not null,
  requested_at timestamptz not null default now(),
  decision text check (decision in ('confirmed', 'refused')),
  decided_at timestamptz,
  decided_by bigint,
  primary key (domain_id, id),
  constraint decided_has_a_time check ((decision is null) = (decided_at is null)),
  foreign key (domain_id, referral_center_id) references users (domain_id, id) on delete cascade,
  foreign key (domain_id, center_id) references users (domain_id, id) on delete cascade,
  foreign key (domain_id, decided_by) references users (domain_id, id)
);
create index association_requests_by_referral_center on association_requests (domain_id, referral_center_id);
create index association_requests_by_center on association_requests (domain_id, center_id, id desc);
create index association_requests_by_decider on association_requests (domain_id, decided_by) where decided_by is not null;
create unique index association_requests_waiting on association_requests (domain_id, referral_center_id, center_id) where decision is null;
select tenant_table('association_requests', 'select, insert, update');

-- The ties through which staff and labs reach the data of others: they exist now, and the center is active (decision 036). PostgreSQL puts
-- such a function into the query that calls it, as long as it is called in "from"; then its tables are read by index.
create function centers_of_staff(staff bigint) returns setof bigint language sql stable as $$
  select c.id from staff_centers s join users c on c.domain_id = s.domain_id and c.id = s.center_id
  where s.domain_id = current_domain() and s.staff_id = staff and c.active and c.subscription = 4
$$;
create function centers_of_lab(lab bigint) returns setof bigint language sql stable as $$
  select c.id from users c where c.domain_id = current_domain() and c.lab_id = lab and c.active and c.subscription = 4
$$;

create function keep_line_rep() returns trigger language plpgsql as $$
begin
  new.line_rep_id := new.sales_rep_id;
  -- Only who has a center is looked up: in a bulk load the look-up may be planned for the empty table that it began with.
  if new.line_rep_id is null and new.harvest_center_id is not null then
    new.line_rep_id := (select c.sales_rep_id from users c where c.domain_id = new.domain_id and c.id = new.harvest_center_id);
  end if;
  if new.line_rep_id is null and new.referral_harvest_center_id is not null then
    new.line_rep_id := (select c.sales_rep_id from users c where c.domain_id = new.domain_id and c.id = new.referral_harvest_center_id);
  end if;
  return new;
end $$;
create trigger keep_line_rep before insert or update of sales_rep_id, harvest_center_id, referral_harvest_center_id on users
  for each row execute function keep_line_rep();

-- A center that changes its rep takes its patients along (those without a rep of their own).
create function pass_line_rep_on() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set sales_rep_id = sales_rep_id
  where domain_id = new.domain_id and sales_rep_id is null
    and (harvest_center_id = new.id or referral_harvest_center_id = new.id);
  return null;
end $$;
create trigger pass_line_rep_on after update of sales_rep_id on users
  for each row when (old.sales_rep_id is distinct from new.sales_rep_id) execute function pass_line_rep_on();

-- A user stands in the tallies while active: under all, its membership, its tags, and both together. Afterwards it is one of the
-- inactive, until it is removed.
create function user_tallies(u users, sign integer) returns setof tally_change language sql stable as $$
  select u.domain_id, key, (u.id >> 10)::integer, sign
  from unnest(case
    when u.active then array['all', 'm:' || u.subscription]
      || array(select k from unnest(u.tags) t, unnest(array['t:' || t, 'm:' || u.subscription || '|t:' || t]) k)
    when u.removed_at is null then array['inactive'] end) key
$$;

-- Sign-ups are counted by the domain's own calendar day, and stay counted whatever becomes of the account.
create function sign_up_tally(u users) returns setof tally_change language sql stable as $$
  select u.domain_id, 'all', (u.date_joined at time zone d.time_zone)::date - date '2000-01-01', 1 from domains d where d.id = u.domain_id
$$;

-- Words are tallied of those who are active: the others are few, and counted as they are found. Words of patients are tallied once more
-- by themselves: patients are most users, and are searched alone. Users of another membership are few enough to be counted.
create function user_word_tallies(u users, sign integer) returns setof tally_change language sql stable as $$
  select t from word_tallies(u.search, sign) t where u.active
$$;
create function patient_word_tallies(u users, sign integer) returns setof tally_change language sql stable as $$
  select t from word_tallies(u.search, sign) t where u.active and u.subscription = 2
$$;

create function tally_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform apply_tallies('users', array(select t from fresh u, user_tallies(u, 1) t));
    perform apply_tallies('sign_ups', array(select t from fresh u, sign_up_tally(u) t));
    perform apply_tallies('user_words', array(select t from fresh u, user_word_tallies(u, 1) t));
    perform apply_tallies('patient_words', array(select t from fresh u, patient_word_tallies(u, 1) t));
  elsif tg_op = 'DELETE' then
    perform apply_tallies('users', array(select t from stale u, user_tallies(u, -1) t));
    perform apply_tallies('user_words', array(select t from stale u, user_word_tallies(u, -1) t));
    perform apply_tallies('patient_words', array(select t from stale u, patient_word_tallies(u, -1) t));
  else
    perform apply_tallies('users', array(select t from fresh u, user_tallies(u, 1) t union all select t from stale u, user_tallies(u, -1) t));
    -- Most changes, like every log-in, leave the words alone.
    perform apply_tallies('user_words', array(
      select (t.domain_id, t.key, t.block, t.n)::tally_change from fresh u join stale s on s.domain_id = u.domain_id and s.id = u.id, lateral (
        select * from user_word_tallies(u, 1) union all select * from user_word_tallies(s, -1)) t
      where (u.search, u.active) is distinct from (s.search, s.active)));
    perform apply_tallies('patient_words', array(
      select (t.domain_id, t.key, t.block, t.n)::tally_change from fresh u join stale s on s.domain_id = u.domain_id and s.id = u.id, lateral (
        select * from patient_word_tallies(u, 1) union all select * from patient_word_tallies(s, -1)) t
      where (u.search, u.active, u.subscription) is distinct from (s.search, s.active, s.subscription)));
  end if;
  return null;
end $$;
create trigger tally_inserted after insert on users referencing new table as fresh for each statement execute function tally_users();
create trigger tally_updated after update on users referencing old table as stale new table as fresh for each statement execute function tally_users();
create trigger tally_deleted after delete on users referencing old table as stale for each statement execute function tally_users();

-- Finding users by words, or by a tag that few have. Under a policy PostgreSQL reads neither index: a match is not known to be
-- leakproof, so the policy must have its say first, row by row. A role of its own may therefore read past the policy, only the
-- columns that are matched, in this one function, which names the caller's domain itself and gives nothing but ids of that domain;
-- the rows are read under the policy again.
do $$ begin
  if not exists (select from pg_roles where rolname = 'vialdesk_search') then
    create role vialdesk_search nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
end $$;
grant vialdesk_search to current_user;
grant usage on schema public to vialdesk_search;
grant select on tallies to vialdesk_search;
grant select (domain_id, id, active, removed_at, subscription, tags, harvest_center_id, search) on users to vialdesk_search;
create policy found_by_words on users for select to vialdesk_search using (true);

-- Active users of the current domain (or inactive ones) that have every word (as a prefix), the membership and the tag, and belong to
-- one of the centers; null asks for nothing. Without words there must be a tag.
-- Planned for the values of each call, unlike other statements of the application: a rare word is looked up in the index of words, but
-- of a word that most users have, the few users of a membership or of some centers are read instead.
create function find_users(entered text, membership integer, tag integer, are_active boolean default true, centers bigint[] default null)
returns setof bigint language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  -- Words are tallied of active users alone.
  words tsquery := case when are_active then whole_words_query('user_words', entered) else search_query(current_domain(), entered) end;
begin
  if entered is not null then
    return query select u.id from users u where u.search @@ words and u.domain_id = current_domain() and u.active = are_active
      and u.removed_at is null and (membership is null or u.subscription = membership) and (tag is null or tag = any(u.tags))
      and (centers is null or u.harvest_center_id = any(centers));
  else
    return query select u.id from users u where domain_tags(u.domain_id, u.tags) @> array[current_domain() * 65536 + tag] and u.tags <> '{}'
      and u.domain_id = current_domain() and u.active = are_active and u.removed_at is null
      and (membership is null or u.subscription = membership);
  end if;
end $$;

-- A page of those, newest first, and how many there are. One word alone may be in very many users, or in very many patients: those are
-- counted by their tallies. It answers one row, and says so: PostgreSQL would expect a thousand, and read all users to show the page's.
create function find_users_page(entered text, membership integer, tag integer, are_active boolean, skip integer, take integer,
  centers bigint[] default null)
returns table (count bigint, ids bigint[]) rows 1 language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if are_active and num_nonnulls(tag, centers) = 0 and coalesce(membership, 2) = 2 and is_one_word(entered) then
    return query
      select p.total, array(
        select u.id from users u where u.search @@ p.wanted and u.domain_id = current_domain() and u.active
          and (membership is null or u.subscription = membership)
        order by u.id desc offset p.before limit take)
      from place_of_page(case when membership is null then 'user_words' else 'patient_words' end, (words_of(entered))[1], skip, take) p;
  else
    return query
      with found as materialized (select id from find_users(entered, membership, tag, are_active, centers) id)
      select (select count(*) from found), array(select id from found order by id desc offset skip limit take);
  end if;
end $$;
revoke all on function find_users from public;
revoke all on function find_users_page from public;
grant execute on function find_users to vialdesk_app;
grant execute on function find_users_page to vialdesk_app;
grant create on schema public to vialdesk_search;
alter function find_users owner to vialdesk_search;
alter function find_users_page owner to vialdesk_search;
revoke create on schema public from vialdesk_search;
