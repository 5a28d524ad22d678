-- Exact counts of long lists, kept beside them, so that neither a count nor a deep page ever walks the list.
-- A list is cut into blocks (a thousand ids, or a day); a tally says how many of its rows stand in a block under a key
-- ('all', 'product:2', 'rep:7|product:2' ...). A count is the sum of a few blocks; a page at any offset starts in the block
-- where the running sum passes the offset. Statement triggers keep the tallies in step with the rows.

create table tallies (
  domain_id bigint not null references domains,
  list text not null,
  key text not null,
  block integer not null,
  -- No check that it stays above zero: PostgreSQL asks a check of the row proposed, before its conflict turns it into an update.
  n bigint not null,
  primary key (domain_id, list, key, block) include (n)
) with (fillfactor = 70);
select tenant_table('tallies', 'select');

create type tally_change as (domain_id bigint, key text, block integer, n integer);

create function apply_tallies(list_name text, changes tally_change[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into tallies as t (domain_id, list, key, block, n)
  select c.domain_id, list_name, c.key, c.block, sum(c.n) from unnest(changes) c
  group by c.domain_id, c.key, c.block having sum(c.n) <> 0 order by c.domain_id, c.key, c.block
  on conflict (domain_id, list, key, block) do update set n = t.n + excluded.n
$$;
revoke all on function apply_tallies from public;

-- Words of a text for prefix search; each carries its domain, so that one index serves all and mixes none.
create function search_words(domain bigint, variadic texts text[]) returns tsvector language sql immutable parallel safe as $$
  select coalesce(array_to_tsvector(array_agg(distinct domain || ':' || left(word, 60))), ''::tsvector)
  from regexp_split_to_table(lower(array_to_string(texts, ' ')), '[^[:alnum:]]+') word where word <> ''
$$;

-- Every word of the text as a prefix; null when the text has none.
create function search_query(domain bigint, entered text) returns tsquery language sql immutable parallel safe as $$
  select string_agg(format('%L:*', domain || ':' || left(word, 60)), ' & ')::tsquery
  from regexp_split_to_table(lower(entered), '[^[:alnum:]]+') word where word <> ''
$$;
