-- Exact counts of long lists, kept beside them, so that neither a count nor a deep page ever walks the list.
-- A list is cut into blocks (a thousand ids, or a day); a tally says how many of its rows stand in a block under a key
-- ('all', 'product:2', 'rep:7|product:2' ...). A count is the sum of a few blocks; a page at any offset starts in the block
-- where the running sum passes the offset. Statement triggers keep the tallies in step with the rows.

create table tallies (
  domain_id bigint not null references domains,
  list text not null,
  -- Compared byte by byte, wherever the database comes from: the keys that begin with a text stand together.
  key text collate "C" not null,
  block integer not null,
  -- No check that it stays above zero: PostgreSQL asks a check of the row proposed, before its conflict turns it into an update.
  n bigint not null,
  primary key (domain_id, list, key, block) include (n)
) with (fillfactor = 70);
select tenant_table('tallies', 'select');

create type tally_change as (domain_id bigint, key text collate "C", block integer, n integer);

create function apply_tallies(list_name text, changes tally_change[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into tallies as t (domain_id, list, key, block, n)
  select c.domain_id, list_name, c.key, c.block, sum(c.n) from unnest(changes) c
  group by c.domain_id, c.key, c.block having sum(c.n) <> 0 order by c.domain_id, c.key, c.block
  on conflict (domain_id, list, key, block) do update set n = t.n + excluded.n
$$;
revoke all on function apply_tallies from public;

-- The words of a text, as they are kept and as they are searched for.
create function words_of(entered text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct left(word, 60)), '{}') from regexp_split_to_table(lower(entered), '[^[:alnum:]]+') word where word <> ''
$$;

-- Words of a text for prefix search; each carries its domain, so that one index serves all and mixes none. Functions that generated
-- columns and indexes use name each other with their schema: pg_restore fills tables with an empty search path.
create function search_words(domain bigint, variadic texts text[]) returns tsvector language sql immutable parallel safe as $$
  select coalesce(array_to_tsvector(array_agg(domain || ':' || word)), ''::tsvector) from unnest(public.words_of(array_to_string(texts, ' '))) word
$$;

-- Every word of the text as a prefix; null when the text has none.
create function search_query(domain bigint, entered text) returns tsquery language sql immutable parallel safe as $$
  select string_agg(format('%L:*', domain || ':' || word), ' & ')::tsquery from unnest(words_of(entered)) word
$$;

-- A common name is in very many rows: to count them, or to sort them for the newest, takes the longer the more there are. Words that
-- are no numbers therefore stand in a list's search a second time, with the block of their row ('7#1394:maria' beside '7:maria'), and
-- each has a tally by block. Their sum is the count, and the page's few rows are looked up in the blocks where the page lies.
create function placed_words(block integer, words tsvector) returns tsvector language sql immutable parallel safe as $$
  select coalesce(array_to_tsvector(array_agg(split_part(lexeme, ':', 1) || '#' || block || ':' || split_part(lexeme, ':', 2))), ''::tsvector)
  from unnest(tsvector_to_array(words)) lexeme where split_part(lexeme, ':', 2) !~ '^[0-9]+$'
$$;

-- The tallies of a row's placed words. A row with 'maria' and 'mariano' is one row under 'mari', not two: what two words next to each
-- other share is tallied too, under '~mari', and taken off. So a beginning's count is exact: its words less its shared beginnings.
create function word_tallies(search tsvector, sign integer) returns setof tally_change language sql immutable as $$
  with placed as (
    select split_part(place, '#', 1)::bigint as domain_id, split_part(place, '#', 2)::integer as block, word,
      lag(word) over (order by word collate "C") as before
    from unnest(tsvector_to_array(search)) lexeme, split_part(lexeme, ':', 1) place, split_part(lexeme, ':', 2) word
    where strpos(place, '#') > 0)
  select domain_id, word, block, sign from placed
  union all
  select domain_id, '~' || left(word, shared), block, sign
  from placed, lateral (select max(n) as shared from generate_series(1, least(length(word), length(before))) n where left(word, n) = left(before, n)) s
  where left(word, 1) = left(before, 1)
$$;

-- Where a page of the rows lies that have a word which begins so, the newest block first: how many rows there are in all, what finds
-- those of the page's blocks, and how many of these come before the page.
create function place_of_page(list_name text, beginning text, skip integer, take integer)
returns table (total bigint, wanted tsquery, before bigint) language sql stable as $$
  with tallied as (
    select t.block, t.n from tallies t where t.domain_id = current_domain() and t.list = list_name
      and t.key >= beginning and t.key < beginning || chr(1114111)
    union all
    select t.block, -t.n from tallies t where t.domain_id = current_domain() and t.list = list_name
      and t.key >= '~' || beginning and t.key < '~' || beginning || chr(1114111)),
  blocks as materialized (
    select b.block, b.n, sum(b.n) over (order by b.block desc)::bigint as upto
    from (select block, sum(n)::bigint as n from tallied group by block having sum(n) > 0) b)
  select coalesce((select max(upto) from blocks), 0),
    string_agg(format('%L:*', current_domain() || '#' || block || ':' || beginning), ' | ')::tsquery, skip - coalesce(min(upto - n), 0)
  from blocks where upto > skip and upto - n < skip + take
$$;

-- Whether a text is one word that is tallied: then it may be in very many rows.
create function is_one_word(entered text) returns boolean language sql immutable parallel safe as $$
  select cardinality(words) = 1 and words[1] !~ '^[0-9]+$' from words_of(entered) words
$$;

-- Every word of the text as a beginning, like search_query, but said with the whole words that a list has, where they are few: what is
-- rare in one word is then not looked for in all rows of another. A beginning that no row has stays, and finds nothing.
create function whole_words_query(list_name text, entered text) returns tsquery language sql stable as $$
  select string_agg(coalesce(whole.words, format('%L:*', current_domain() || ':' || beginning)), ' & ')::tsquery
  from unnest(words_of(entered)) beginning left join lateral (
    select '(' || string_agg(format('%L', current_domain() || ':' || k.key), ' | ') || ')' as words from (
      select distinct t.key from tallies t where t.domain_id = current_domain() and t.list = list_name and t.n > 0
        and t.key >= beginning and t.key < beginning || chr(1114111) limit 33) k
    having count(*) between 1 and 32) whole on beginning !~ '^[0-9]+$'
$$;
