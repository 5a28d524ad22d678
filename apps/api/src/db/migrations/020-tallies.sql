-- Tallies: exact counts of long lists, so that neither a count nor a deep page reads the whole list (decision
-- 009). A list is cut into blocks (a thousand ids, or a day). A tally is the number of its rows in a block
-- under a key ('all', 'product:2', 'rep:7|product:2' ...). A count is the sum of a few tallies. A page at any
-- offset starts in the block where the running sum passes the offset. Statement triggers update the tallies
-- with the rows.

create table tallies (
  domain_id bigint not null references domains,
  list text not null,
  -- Compared byte by byte, whatever the collation of the database, so that keys with the same prefix are
  -- adjacent.
  key text collate "C" not null,
  block integer not null,
  -- No check (n >= 0): PostgreSQL would check the proposed row before its conflict turns the insert into an
  -- update.
  n bigint not null,
  primary key (domain_id, list, key, block) include (n)
) with (fillfactor = 70);
select tenant_table('tallies', 'select');
grant select on tallies to vialdesk_search;

create type tally_change as (domain_id bigint, key text collate "C", block integer, n integer);

create function apply_tallies(list_name text, changes tally_change[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into tallies as t (domain_id, list, key, block, n)
  select c.domain_id, list_name, c.key, c.block, sum(c.n)
  from unnest(changes) c
  group by c.domain_id, c.key, c.block
  having sum(c.n) <> 0
  order by c.domain_id, c.key, c.block
  on conflict (domain_id, list, key, block) do update set n = t.n + excluded.n
$$;

-- Keeps a sum in step with the rows of a table. `changes` calls a function that answers what a row adds, given the row
-- and a sign: 'user_tallies(%s, %s)'. `apply` adds the changes that a query answers: 'apply_sums(array(%s))'. With
-- `columns`, an update of other columns costs nothing. Each sum has a function of its own, so that its plans are kept.
create function summed_rows(name text, tenant regclass, apply text, changes text, columns text[] default '{}')
returns void
language plpgsql as $make$
declare
  of_fresh text := format('select c as change from fresh, %s c', format(changes, 'fresh', 1));
  of_stale text := format('select c as change from stale, %s c', format(changes, 'stale', -1));
  of_updated text := of_fresh || ' union all ' || of_stale;
begin
  if columns <> '{}' then
    of_updated := format(
      'select c.change
      from fresh
      join stale on %s,
      lateral (select c as change from %s c union all select c from %s c) c
      where (%s) is distinct from (%s)',
      (
        select string_agg(format('stale.%1$I = fresh.%1$I', a.attname), ' and ')
        from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = tenant
          and i.indisprimary
      ),
      format(changes, 'fresh', 1),
      format(changes, 'stale', -1),
      (select string_agg('fresh.' || c, ', ') from unnest(columns) c),
      (select string_agg('stale.' || c, ', ') from unnest(columns) c)
    );
  end if;
  execute format(
    'create function %1$I() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if tg_op = ''INSERT'' then
        perform %2$s;
      elsif tg_op = ''DELETE'' then
        perform %3$s;
      else
        perform %4$s;
      end if;
      return null;
    end $$',
    name,
    format(apply, of_fresh),
    format(apply, of_stale),
    format(apply, of_updated)
  );
  perform after_statements(tenant, name, name::regproc, 'inserted', 'updated', 'deleted');
end $make$;

-- The tallies of a list are such a sum.
create function tallied_list(list text, tenant regclass, changes text, columns text[] default '{}') returns void
language sql as $$
  select summed_rows('tally_' || list, tenant, format('apply_tallies(%L, array(%%s))', list), changes, columns)
$$;

-- The words of a text, both as stored and as searched for.
create function split_words(entered text) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct left(word, 60)), '{}')
  from regexp_split_to_table(lower(entered), '[^[:alnum:]]+') word
  where word <> ''
$$;

-- The words of texts, each after a space, and the patterns of such texts that have each searched word as a prefix. For
-- texts that are read one after the other: this takes less time than a tsvector.
create function joined_words(variadic texts text[]) returns text
language sql immutable parallel safe as $$
  select coalesce(string_agg(' ' || word, ''), '')
  from unnest(public.split_words(array_to_string(texts, ' '))) word
$$;
create function word_patterns(entered text) returns text[]
language sql immutable parallel safe as $$
  select array(select '% ' || word || '%' from unnest(public.split_words(entered)) word)
$$;

-- Words of texts for prefix search. Each word has its domain as a prefix, so that one index serves all
-- domains without mixing them. Generated columns and indexes call this function, so it names the schema:
-- pg_restore works with an empty search path.
create function search_words(domain bigint, variadic texts text[]) returns tsvector
language sql immutable parallel safe as $$
  select coalesce(array_to_tsvector(array_agg(domain || ':' || word)), ''::tsvector)
  from unnest(public.split_words(array_to_string(texts, ' '))) word
$$;

-- A word as a prefix, or as it is when it fits `whole`.
create function word_query(domain bigint, word text, whole text) returns text
language sql immutable parallel safe as $$
  select format('%L', domain || ':' || word) || case when word ~ whole then '' else ':*' end
$$;

-- Every word of the text. Null when the text has no word. By default, no word fits `whole`.
create function search_query(domain bigint, entered text, whole text default '$.') returns tsquery
language sql immutable parallel safe as $$
  select string_agg(public.word_query(domain, word, whole), ' & ')::tsquery
  from unnest(public.split_words(entered)) word
$$;

-- A common name has very many rows, and counting or sorting them takes the longer the more there are. So the
-- search column has every word that is not a number twice: alone ('7:maria') and with the block of its row
-- ('7#1394:maria'). The second form has a tally per block. The sum of these is the count, and the rows of a
-- page are looked up in the blocks of the page.
create function words_with_block(block integer, words tsvector) returns tsvector
language sql immutable parallel safe as $$
  select coalesce(
    array_to_tsvector(array_agg(
      split_part(lexeme, ':', 1) || '#' || block || ':' || split_part(lexeme, ':', 2)
    )),
    ''::tsvector
  )
  from unnest(tsvector_to_array(words)) lexeme
  where split_part(lexeme, ':', 2) !~ '^[0-9]+$'
$$;

-- The tallies of a row's words with block. A row with 'maria' and 'mariano' counts once under 'mari', not
-- twice. So the common prefix of two neighbouring words is tallied under '~mari' and subtracted. The count of
-- a prefix is exact: its words minus its common prefixes.
create function word_tallies(search tsvector, sign integer) returns setof tally_change
language sql immutable as $$
  with words as (
    select
      split_part(place, '#', 1)::bigint as domain_id,
      split_part(place, '#', 2)::integer as block,
      word,
      lag(word) over (order by word collate "C") as previous
    from unnest(tsvector_to_array(search)) lexeme,
      split_part(lexeme, ':', 1) place,
      split_part(lexeme, ':', 2) word
    where strpos(place, '#') > 0
  )
  select domain_id, word, block, sign
  from words
  union all
  select domain_id, '~' || left(word, common), block, sign
  from words, lateral (
    select max(n) as common
    from generate_series(1, least(length(word), length(previous))) n
    where left(word, n) = left(previous, n)
  ) prefix
  where left(word, 1) = left(previous, 1)
$$;

-- The page of rows that have a word with this prefix, newest block first: `total` rows of all pages, `wanted`
-- finds the rows in the blocks of the page, and `before` of these come before the page.
create function locate_page(list_name text, prefix text, skip integer, take integer)
returns table (total bigint, wanted tsquery, before bigint)
language sql stable as $$
  with tallied as (
    select t.block, t.n
    from tallies t
    where t.domain_id = current_domain()
      and t.list = list_name
      and t.key >= prefix
      and t.key < prefix || chr(1114111)
    union all
    select t.block, -t.n
    from tallies t
    where t.domain_id = current_domain()
      and t.list = list_name
      and t.key >= '~' || prefix
      and t.key < '~' || prefix || chr(1114111)
  ),
  blocks as materialized (
    select b.block, b.n, sum(b.n) over (order by b.block desc)::bigint as upto
    from (select block, sum(n)::bigint as n from tallied group by block having sum(n) > 0) b
  )
  select
    coalesce((select max(upto) from blocks), 0),
    string_agg(format('%L:*', current_domain() || '#' || block || ':' || prefix), ' | ')::tsquery,
    skip - coalesce(min(upto - n), 0)
  from blocks
  where upto > skip
    and upto - n < skip + take
$$;

-- Whether the text is one word that is tallied. Such a word may be in very many rows.
create function is_tallied_word(entered text) returns boolean
language sql immutable parallel safe as $$
  select cardinality(words) = 1 and words[1] !~ '^[0-9]+$'
  from split_words(entered) words
$$;

-- The first 33 known words with this prefix, or the word itself, and the number of their rows.
create function known_words(list_name text, prefix text, whole boolean) returns table (key text, n numeric)
language sql stable as $$
  select t.key, sum(t.n)
  from tallies t
  where t.domain_id = current_domain()
    and t.list = list_name
    and t.key >= prefix
    and t.key < prefix || case when whole then chr(1) else chr(1114111) end
  group by t.key
  having sum(t.n) > 0
  order by t.key
  limit 33
$$;

-- The words of a text without those that every row of a list has, such as the end of everybody's email address. Such
-- words exclude no row. If the text has only such words, one of them stays. `rows_list` tallies the same rows under
-- 'all'. A short prefix stays: only the first known words are compared.
create function without_words_of_all_rows(words_list text, rows_list text, entered text) returns text
language sql stable as $$
  select case when cardinality(entered_words) < 2 then entered else (
    select coalesce(string_agg(w.word, ' ') filter (where not w.is_of_all_rows), min(w.word))
    from (
      select word, word !~ '^[0-9]+$' and coalesce(rows_with_word.n = all_rows.n, false) as is_of_all_rows
      from unnest(entered_words) word
      cross join lateral (select max(k.n) as n from known_words(words_list, word, false) k) rows_with_word
      cross join (
        select sum(t.n) as n
        from tallies t
        where t.domain_id = current_domain()
          and t.list = rows_list
          and t.key = 'all'
      ) all_rows
    ) w
  ) end
  from split_words(entered) entered_words
$$;

-- Every word of the text as a prefix, like search_query. A prefix of at most 32 words of the list is replaced
-- by these words, so that a rare first word is not searched in all rows of a common second one. A prefix of
-- no word stays, and finds nothing. A number is a prefix too, or is looked up as it is when it fits `whole`.
create function whole_words_query(list_name text, entered text, whole text default '$.') returns tsquery
language sql stable as $$
  select string_agg(coalesce(known.words, word_query(current_domain(), prefix, whole)), ' & ')::tsquery
  from unnest(split_words(entered)) prefix
  left join lateral (
    select '(' || string_agg(format('%L', current_domain() || ':' || k.key), ' | ') || ')' as words
    from known_words(list_name, prefix, false) k
    having count(*) between 1 and 32
  ) known on prefix !~ '^[0-9]+$'
$$;

-- The number of rows of the rarest typed word. Null when each word begins more than 32 known words.
create function rows_of_rarest_word(list_name text, entered text, whole boolean) returns bigint
language sql stable as $$
  select min(r.n)
  from unnest((split_words(entered))[1:8]) word
  cross join lateral (
    select case when count(*) <= 32 then coalesce(sum(k.n), 0) end as n
    from known_words(list_name, word, whole) k
  ) r
  where word !~ '^[0-9]+$'
$$;

-- Words of the rows of a table, in its column `search`: `words` answers those of a row, which follow from `columns`.
-- After a change of the `names` of a user, the new ones are found in the rows `r` of the user `new`.
create function searched_rows(tenant regclass, words text, columns text[], names text[], of_user text) returns void
language plpgsql as $make$
begin
  execute format(
    'create index %1$s_by_words on %1$s using gin (search) with (fastupdate = off);
    create function set_words_of_%1$s() returns trigger
    language plpgsql as $$
    begin
      new.search := coalesce(%2$s(new), '''');
      return new;
    end $$;
    -- A bulk insert may provide the words: finding them row by row costs as much as all the rest.
    create trigger set_words_inserted before insert on %1$s for each row
      when (new.search = '''')
      execute function set_words_of_%1$s();
    create trigger set_words_updated before update of %3$s on %1$s for each row
      execute function set_words_of_%1$s();
    create function refresh_words_of_%1$s() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      update %1$s r set search = coalesce(%2$s(r), '''')
      where r.domain_id = new.domain_id
        and (%4$s);
      return null;
    end $$;
    create trigger refresh_words_of_%1$s after update of %5$s on users for each row
      when ((%6$s) is distinct from (%7$s))
      execute function refresh_words_of_%1$s()',
    tenant, words, array_to_string(columns, ', '), of_user,
    array_to_string(names, ', '),
    'old.' || array_to_string(names, ', old.'),
    'new.' || array_to_string(names, ', new.')
  );
end $make$;

-- Makes the function `name(entered, filters, skip, take)`, which answers the count of all rows that a search by words
-- finds, and the ids of one page, newest first. A single word may be in very many rows: where `is_tallied`, these are
-- counted by the tallies `list`, and are the rows `r` that meet `conditions`. Otherwise the first of the `ways` whose
-- condition is true selects the ids of all matches. With `rows_list`, which tallies the same rows under 'all', words
-- that exclude no row are left out, and `wanted` is the query of the others. `rows 1` tells the planner that there is
-- one row: it would expect a thousand, and read all rows for the page.
create function searched_page(
  name text,
  tenant regclass,
  filters text,
  list text,
  is_tallied text,
  ways text[],
  conditions text default '',
  newest text default 'r.id desc',
  rows_list text default null
) returns void
language plpgsql as $make$
begin
  execute format(
    'create function %1$I(entered text, %2$s skip integer, take integer)
    returns table (count bigint, ids bigint[]) rows 1
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    declare
      wanted tsquery;
    begin
      %3$s
      if %4$s and is_tallied_word(entered) then
        return query
          select p.total, array(
            select r.id
            from %5$s r
            where r.search @@ p.wanted
              and r.domain_id = current_domain()
              %6$s
            order by %7$s
            offset p.before
            limit take
          )
          from locate_page(%8$s, (split_words(entered))[1], skip, take) p;
        return;
      end if;
      %9$s
      %10$s
      end if;
    end $$',
    name,
    filters,
    case when rows_list <> '' then format('entered := without_words_of_all_rows(%s, %L, entered);', list, rows_list) end,
    is_tallied,
    tenant,
    conditions,
    newest,
    list,
    case when rows_list <> '' then format('wanted := whole_words_query(%s, entered);', list) end,
    (
      select string_agg(
        format(
          '%s %s then
            return query
              with found as materialized (%s)
              select (select count(*) from found), array(select r.id from found r order by %s offset skip limit take);',
          case when n = 1 then 'if' else 'elsif' end, ways[n][1], ways[n][2], newest
        ),
        ' ' order by n
      )
      from generate_subscripts(ways, 1) n
    )
  );
  perform search_function(name::regproc);
end $make$;
