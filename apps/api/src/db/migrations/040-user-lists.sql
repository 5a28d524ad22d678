-- Lists of users: tallies, and the search by words and tags.

-- An active user is tallied under all, its membership, its tags, and membership with tag. A user who has never
-- signed in is also tallied under 'never:' and each of these keys. An inactive user is tallied under 'inactive'
-- until it is removed.
create function user_tallies(u users, sign integer) returns setof tally_change
language sql stable as $$
  select u.domain_id, prefix || key, (u.id >> 10)::integer, sign
  from unnest(case
    when u.active then array['all', 'm:' || u.subscription] || array(
      select k
      from unnest(u.tags) t, unnest(array['t:' || t, 'm:' || u.subscription || '|t:' || t]) k
    )
    when u.removed_at is null then array['inactive']
  end) key
  cross join unnest(case when u.active and u.never_signed_in then array['', 'never:'] else array[''] end) prefix
$$;

-- Active users by the day on which they joined: all of them, and each membership. Also of those who have never
-- signed in.
create function sign_up_tallies(u users, sign integer) returns setof tally_change
language sql stable as $$
  select u.domain_id, prefix || key, u.joined_on - date '2000-01-01', sign
  from unnest(array['all', 'm:' || u.subscription]) key
  cross join unnest(case when u.never_signed_in then array['', 'never:'] else array[''] end) prefix
  where u.active
$$;

-- Only words of active users are tallied: inactive users are few and counted one by one. Patients are most
-- users and are searched on their own, so their words have a second list of tallies. Users with another
-- membership are few enough to be counted one by one.
create function user_word_tallies(u users, sign integer) returns setof tally_change
language sql stable as $$
  select t
  from word_tallies(u.search, sign) t
  where u.active
$$;

create function patient_word_tallies(u users, sign integer) returns setof tally_change
language sql stable as $$
  select t
  from word_tallies(u.search, sign) t
  where u.active
    and u.subscription = membership_id('patient')
$$;

-- Most updates, such as every login, change none of these columns.
select tallied_list('users', 'users', 'user_tallies(%s, %s)',
  '{active, subscription, tags, removed_at, never_signed_in}');
select tallied_list('sign_ups', 'users', 'sign_up_tallies(%s, %s)',
  '{active, subscription, joined_on, never_signed_in}');
select tallied_list('user_words', 'users', 'user_word_tallies(%s, %s)', '{search, active}');
select tallied_list('patient_words', 'users', 'patient_word_tallies(%s, %s)', '{search, active, subscription}');

select search_reads('users',
  'domain_id, id, active, removed_at, subscription, tags, harvest_center_id, phone_key, search');

-- The id that a text names: '98', '#98' and 'Patient 98'. Null for another text.
create function searched_id(entered text) returns bigint
language sql immutable parallel safe as $$
  select substring(lower(entered) from '^\s*(?:patient\s*)?#?\s*([0-9]{1,15})\s*$')::bigint
$$;

-- The beginnings of `phone_key` that a text names: at least four digits, written as a phone number. The country code of
-- North America is often left out. No row for another text.
create function searched_phones(entered text) returns table (first text, last text)
language sql immutable parallel safe rows 1 as $$
  select reverse(d.digits), reverse(d.digits) || ':'
  from regexp_replace(entered, '[^0-9]', '', 'g') digits,
    unnest(array[digits, case when digits ~ '^1[0-9]{10}$' then substr(digits, 2) end]) d (digits)
  where entered ~ '^[0-9 ()+./-]+$'
    and length(d.digits) between 4 and 20
$$;

-- Ids of users of the current domain that a number names: the user with this id, and users whose phone number
-- ends with these digits, at most a thousand of them.
create function find_users_by_number(entered text) returns setof bigint
language sql stable security definer set search_path = public, pg_temp rows 5 as $$
  select u.id
  from users u
  where u.domain_id = current_domain()
    and u.id = searched_id(entered)
  union
  select u.id
  from searched_phones(entered) p
  cross join lateral (
    select u.id
    from users u
    where u.domain_id = current_domain()
      and u.phone_key >= p.first collate "C"
      and u.phone_key < p.last collate "C"
      and u.phone_key <> ''
    limit 1000
  ) u
$$;

-- Whether a search is only for patients of some centers and reads all of these: from patient_stages, which has the
-- words in an index. A rare word is looked up in the index of words instead.
create function reads_patients_of_centers(
  entered text,
  membership integer,
  tag integer,
  are_active boolean,
  centers bigint[]
) returns boolean
language sql stable as $$
  select are_active
    and membership = membership_id('patient')
    and tag is null
    and centers is not null
    and (
      rarest.n is null
      or 8 * rarest.n >= (
        select sum(t.n)
        from tallies t
        where t.domain_id = current_domain()
          and t.list = 'patients'
          and t.key = any(array(select 'center:' || c from unnest(centers) c))
      )
    )
  from rows_of_rarest_word('patient_words', entered, false) rarest (n)
$$;

-- Ids of users of the current domain that have every word (as a prefix), the membership, the tag and one of
-- the centers. Null means any. Without words a tag is required. Planned for the values of each call, unlike
-- other statements of the application: a rare word is looked up in the index of words, but for a common word
-- the few users of a membership or of some centers are read instead.
create function find_users(
  entered text,
  membership integer,
  tag integer,
  are_active boolean default true,
  centers bigint[] default null
) returns setof bigint
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  -- Only words of active users are tallied.
  words tsquery := case
    when are_active then whole_words_query('user_words', entered)
    else search_query(current_domain(), entered)
  end;
  patterns text[] := word_patterns(entered);
begin
  if searched_id(entered) is not null or exists (select from searched_phones(entered)) then
    return query
      select u.id
      from users u
      where u.domain_id = current_domain()
        and u.id in (select n.id from find_users_by_number(entered) n (id))
        and u.active = are_active
        and u.removed_at is null
        and (membership is null or u.subscription = membership)
        and (tag is null or tag = any(u.tags))
        and (centers is null or u.harvest_center_id = any(centers));
    -- A number that names nobody is searched as a word, as in the company '360 Health'.
    if found then
      return;
    end if;
  end if;
  if cardinality(patterns) > 0
    and reads_patients_of_centers(entered, membership, tag, are_active, centers)
  then
    return query
      select p.user_id
      from patient_stages p
      where p.domain_id = current_domain()
        and p.center_id = any(centers)
        and p.words like all(patterns);
  elsif entered is not null then
    return query
      select u.id
      from users u
      where u.search @@ words
        and u.domain_id = current_domain()
        and u.active = are_active
        and u.removed_at is null
        and (membership is null or u.subscription = membership)
        and (tag is null or tag = any(u.tags))
        and (centers is null or u.harvest_center_id = any(centers));
  else
    return query
      select u.id
      from users u
      where domain_tags(u.domain_id, u.tags) @> array[current_domain() * 65536 + tag]
        and u.tags <> '{}'
        and u.domain_id = current_domain()
        and u.active = are_active
        and u.removed_at is null
        and (membership is null or u.subscription = membership);
  end if;
end $$;

-- A page of find_users. Patients of some centers are read without the detour of a function that answers all ids.
select searched_page(
  'find_users_page',
  'users',
  'membership integer, tag integer, are_active boolean, centers bigint[],',
  $$case when membership is null then 'user_words' else 'patient_words' end$$,
  $$are_active
    and num_nonnulls(tag, centers) = 0
    and coalesce(membership, membership_id('patient')) = membership_id('patient')$$,
  array[
    [
      $$cardinality(word_patterns(entered)) > 0
        and entered ~ '[^0-9 ()+./#-]'
        and searched_id(entered) is null
        and reads_patients_of_centers(entered, membership, tag, are_active, centers)$$,
      $$select p.user_id as id
        from patient_stages p
        where p.domain_id = current_domain()
          and p.center_id = any(centers)
          -- Once for the statement, and not for each row.
          and p.words like all((select word_patterns(entered))::text[])$$
    ],
    ['true', 'select id from find_users(entered, membership, tag, are_active, centers) id']
  ],
  conditions => 'and r.active and (membership is null or r.subscription = membership)'
);
select search_function('find_users_by_number');
select search_function('find_users');

-- The last log-in of each active user, to sort by it (decision 070). In a table of its own: a log-in would else change all
-- indexes of the user. The columns have the names of those of users.
create table last_log_ins (
  domain_id bigint not null references domains,
  id bigint not null,
  subscription smallint not null,
  last_login timestamptz,
  primary key (domain_id, id),
  foreign key (domain_id, id) references users (domain_id, id) on delete cascade
);
create index last_log_ins_in_order on last_log_ins (domain_id, subscription, last_login, id);
select tenant_table('last_log_ins', 'select');

create function follow_last_log_ins() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into last_log_ins (domain_id, id, subscription, last_login)
    select f.domain_id, f.id, f.subscription, f.last_login
    from fresh f
    where f.active;
    return null;
  end if;
  delete from last_log_ins l
  using fresh f, stale s
  where s.domain_id = f.domain_id
    and s.id = f.id
    and s.active
    and not f.active
    and l.domain_id = f.domain_id
    and l.id = f.id;
  insert into last_log_ins (domain_id, id, subscription, last_login)
  select f.domain_id, f.id, f.subscription, f.last_login
  from fresh f
  join stale s using (domain_id, id)
  where f.active
    and (f.active, f.subscription, f.last_login) is distinct from (s.active, s.subscription, s.last_login)
  on conflict (domain_id, id) do update
  set subscription = excluded.subscription, last_login = excluded.last_login;
  return null;
end $$;
select after_statements('users', 'last_log_ins', 'follow_last_log_ins');
