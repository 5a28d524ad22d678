-- The list of requests at any length: tallies (010) of all of them and of each center's, and the words by which a request is found.

alter table label_requests add column search tsvector not null default ''::tsvector;
create index label_requests_by_words on label_requests using gin (search) with (fastupdate = off);

-- Its number, names, e-mail addresses, the tracking number, the center and the patients. Of the link only what has digits: the rest is
-- the same in all of them. Words are tallied by blocks of 8192 ids.
create function label_request_words(r label_requests) returns tsvector language sql stable as $$
  select words || placed_words((r.id >> 13)::integer, words) from search_words(r.domain_id, r.id::text, r.email, r.representative,
    r.doctor_name, r.doctor_email, r.other_patient_name, r.tracking_number,
    (select string_agg(word, ' ') from unnest(words_of(r.tracking_link)) word where word ~ '[0-9]'),
    (select concat_ws(' ', c.id, c.company, c.email) from users c where c.domain_id = r.domain_id and c.id = r.center_id),
    (select string_agg(concat_ws(' ', p.id, p.first_name, p.last_name), ' ') from label_request_patients rp
      join users p on p.domain_id = rp.domain_id and p.id = rp.patient_id where rp.domain_id = r.domain_id and rp.request_id = r.id)) words
$$;

create function keep_label_request_words() returns trigger language plpgsql as $$
begin
  new.search := label_request_words(new);
  return new;
end $$;
-- Who inserts very many at once may bring the words along.
create trigger find_words before insert on label_requests for each row when (new.search = ''::tsvector)
  execute function keep_label_request_words();
create trigger keep_words before update of email, representative, doctor_name, doctor_email, other_patient_name, tracking_number, tracking_link
  on label_requests for each row execute function keep_label_request_words();

-- Patients come after their request.
create function add_patients_to_words() returns trigger language plpgsql as $$
begin
  update label_requests r set search = w.words from (
    select n.domain_id, n.id, label_request_words(n) as words from label_requests n
    where (n.domain_id, n.id) in (select f.domain_id, f.request_id from fresh f)) w
  where r.domain_id = w.domain_id and r.id = w.id and r.search <> w.words;
  return null;
end $$;
create trigger add_patients_to_words after insert on label_request_patients referencing new table as fresh
  for each statement execute function add_patients_to_words();

-- Someone's new name is found in the requests it is part of; of a center its e-mail address, too.
create function rename_in_label_requests() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update label_requests r set search = label_request_words(r) where r.domain_id = new.domain_id and r.id in (
    select c.id from label_requests c where c.domain_id = new.domain_id and c.center_id = new.id
    union all
    select p.request_id from label_request_patients p where p.domain_id = new.domain_id and p.patient_id = new.id);
  return null;
end $$;
create trigger rename_in_label_requests after update of first_name, last_name, company, email on users for each row
  when (new.subscription in (2, 4, 5)
    and (old.first_name, old.last_name, old.company, old.email) is distinct from (new.first_name, new.last_name, new.company, new.email))
  execute function rename_in_label_requests();

create function label_request_tallies(r label_requests, sign integer) returns setof tally_change language sql stable as $$
  select r.domain_id, key, (r.id >> 10)::integer, sign from unnest(array['all', 'center:' || r.center_id]) key
$$;
create function tally_label_requests() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform apply_tallies('label_requests', array(select t from fresh r, label_request_tallies(r, 1) t));
    perform apply_tallies('label_request_words', array(select t from fresh r, word_tallies(r.search, 1) t));
  else
    -- A request stays with its center; most changes leave its words alone.
    perform apply_tallies('label_request_words', array(
      select (t.domain_id, t.key, t.block, t.n)::tally_change from fresh r join stale s on s.domain_id = r.domain_id and s.id = r.id, lateral (
        select * from word_tallies(r.search, 1) union all select * from word_tallies(s.search, -1)) t
      where r.search <> s.search));
  end if;
  return null;
end $$;
create trigger tally_inserted after insert on label_requests referencing new table as fresh
  for each statement execute function tally_label_requests();
create trigger tally_updated after update on label_requests referencing old table as stale new table as fresh
  for each statement execute function tally_label_requests();

-- Finding them by words, as in 070: how many there are, and the ids of one page, the newest first.
grant select (domain_id, id, search) on label_requests to vialdesk_search;
create policy found_by_words on label_requests for select to vialdesk_search using (true);
create function find_label_requests(entered text, skip integer, take integer)
returns table (count bigint, ids bigint[]) rows 1 language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  wanted tsquery;
begin
  if is_one_word(entered) then
    return query
      select p.total, array(
        select r.id from label_requests r where r.search @@ p.wanted and r.domain_id = current_domain()
        order by r.id desc offset p.before limit take)
      from place_of_page('label_request_words', (words_of(entered))[1], skip, take) p;
    return;
  end if;
  wanted := whole_words_query('label_request_words', entered);
  return query
    with found as materialized (select r.id from label_requests r where r.search @@ wanted and r.domain_id = current_domain())
    select (select count(*) from found), array(select f.id from found f order by f.id desc offset skip limit take);
end $$;
revoke all on function find_label_requests from public;
grant execute on function find_label_requests to vialdesk_app;
grant create on schema public to vialdesk_search;
alter function find_label_requests owner to vialdesk_search;
revoke create on schema public from vialdesk_search;
