-- The search of the portal: a few users for a text. It counts nothing, so it reads few rows whatever is typed.

-- The blocks of 8192 ids in which the typed words may be, newest first, each with the query of its rows. `whole`: a word
-- is searched as it is, else as a prefix. A prefix of at most 32 known words is looked up in the blocks of these, any
-- other in every block. Numbers have no tallies and are left out. The first eight words are searched.
create function places_of_words(list_name text, entered text, whole boolean)
returns table (block integer, wanted tsquery)
language sql stable as $$
  with typed as (
    select word
    from unnest((split_words(entered))[1:8]) word
    where word !~ '^[0-9]+$'
  ),
  known as materialized (
    select t.word, array(select k.key collate "C" from known_words(list_name, t.word, whole) k) as keys
    from typed t
  ),
  -- Words of which few are known.
  rare as (
    select k.word, x.block
    from known k
    join tallies x on x.domain_id = current_domain()
      and x.list = list_name
      and x.key = any(k.keys)
      and x.n > 0
    where cardinality(k.keys) <= 32
    group by k.word, x.block
  ),
  blocks as (
    select r.block
    from rare r
    group by r.block
    having count(*) = (select count(*) from known where cardinality(keys) <= 32)
    union all
    select distinct x.block >> 3
    from tallies x
    where x.domain_id = current_domain()
      and x.list = 'users'
      and x.key = 'all'
      and x.n > 0
      and not exists (select from known where cardinality(keys) <= 32)
  )
  select b.block, w.wanted
  from blocks b
  cross join lateral (
    select string_agg(
      format('%L', current_domain() || '#' || b.block || ':' || t.word) || case when whole then '' else ':*' end, ' & '
    )::tsquery as wanted
    from typed t
  ) w
  where w.wanted is not null
  order by b.block desc
$$;

-- Ids of active patients of the current domain that have every word: first those with exactly these words, then those
-- with words that begin so; of these the newest. With centers, only their patients. A text of very many patients is found
-- in the newest of them. Several words, one of which is rare, are looked up in the index of all words; everything else in
-- the blocks, from the newest on.
create function find_named_patients(entered text, take integer, centers bigint[] default null) returns bigint[]
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  found_ids bigint[] := '{}';
  typed text[] := (split_words(entered))[1:8];
  words text := array_to_string(array(select word from unnest(typed) word where word !~ '^[0-9]+$'), ' ');
  has_several boolean := words like '% %';
  numbers tsquery := (
    select string_agg(word_query(current_domain(), word, '$.'), ' & ')::tsquery
    from unnest(typed) word
    where word ~ '^[0-9]+$'
  );
  is_whole boolean;
  wanted_words tsquery;
  place record;
begin
  foreach is_whole in array array[true, false] loop
    wanted_words := search_query(current_domain(), words, case when is_whole then '.' else '$.' end);
    found_ids := found_ids || array(
      select n.id
      from (
        select u.id, u.search, u.harvest_center_id
        from users u
        where u.domain_id = current_domain()
          and u.active
          and u.subscription = membership_id('patient')
        order by u.id desc
        limit 200
      ) n
      where n.search @@ wanted_words
        and (numbers is null or n.search @@ numbers)
        and (centers is null or n.harvest_center_id = any(centers))
        and n.id <> all(found_ids)
      order by n.id desc
      limit take - cardinality(found_ids)
    );
    if cardinality(found_ids) >= take then
      return found_ids;
    end if;
    for place in
      select wanted_words as wanted
      where has_several
        and rows_of_rarest_word('patient_words', words, is_whole) <= 4096
      union all
      select p.wanted
      from places_of_words('patient_words', words, is_whole) p
      where not (has_several and coalesce(rows_of_rarest_word('patient_words', words, is_whole) <= 4096, false))
      limit 40
    loop
      found_ids := found_ids || array(
        select u.id
        from (
          select n.id, n.search
          from users n
          where n.search @@ place.wanted
            and n.domain_id = current_domain()
            and n.active
            and n.subscription = membership_id('patient')
            and (centers is null or n.harvest_center_id = any(centers))
          -- Numbers are compared afterwards: most rows have a word that begins with a short number.
          offset 0
        ) u
        where (numbers is null or u.search @@ numbers)
          and u.id <> all(found_ids)
        order by u.id desc
        limit take - cardinality(found_ids)
      );
      if cardinality(found_ids) >= take then
        return found_ids;
      end if;
    end loop;
  end loop;
  return found_ids;
end $$;

-- The words of users who are no patients: a common name is in few of these.
create index users_without_patients_by_words on users using gin (search) with (fastupdate = off) where subscription <> 2;

-- The same for active users of other memberships, which are few. The newest ones are complete down to the oldest id that
-- was read of each membership.
create function find_named_others(entered text, wanted_memberships smallint[], take integer) returns bigint[]
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  found_ids bigint[] := '{}';
  wanted tsquery;
  is_whole boolean;
begin
  foreach is_whole in array array[true, false] loop
    -- Every word fits `.`, so it is searched as it is.
    wanted := search_query(current_domain(), entered, case when is_whole then '.' else '$.' end);
    found_ids := found_ids || array(
      with newest as materialized (
        select n.id, n.search, n.place
        from unnest(wanted_memberships) m (id)
        cross join lateral (
          select u.id, u.search, row_number() over (order by u.id desc) as place
          from users u
          where u.domain_id = current_domain()
            and u.active
            and u.subscription = m.id
          order by u.id desc
          limit 100
        ) n
      )
      select n.id
      from newest n
      where n.search @@ wanted
        and n.id >= coalesce((select max(x.id) from newest x where x.place = 100), 0)
        and n.id <> all(found_ids)
      order by n.id desc
      limit take - cardinality(found_ids)
    );
    if cardinality(found_ids) < take then
      found_ids := found_ids || array(
        select u.id
        from users u
        where u.search @@ wanted
          and u.domain_id = current_domain()
          and u.active
          and u.subscription <> 2
          and u.subscription = any(wanted_memberships)
          and u.id <> all(found_ids)
        order by u.id desc
        limit take - cardinality(found_ids)
      );
    end if;
    if cardinality(found_ids) >= take then
      return found_ids;
    end if;
  end loop;
  return found_ids;
end $$;

select search_function('find_named_patients');
select search_function('find_named_others');
