-- Finds the rows of the audit that list many patients. Such a row has `patient_ids` in its values: ascending ids and
-- ranges of ids, such as `1041-1060,1077` (platform/audit/patient-ids.ts).

-- The number of a block of 16^level ids of a domain. Level 0 is an id itself. Ids have at most 12 digits, which is less
-- than 2^40, so the parts of the number cannot meet. Two domains have the same ids, so the number contains the domain.
create function patient_block(domain bigint, level integer, block bigint) returns bigint
language sql immutable parallel safe as $$
  select (domain << 44) | (level::bigint << 40) | block
$$;

-- The fewest blocks that cover the ids: about 20 for a page of a list, about 100 for a range of a million. Text in
-- another form has none, because a row of the audit must never be refused.
create function patient_blocks(domain bigint, patient_ids text) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  blocks bigint[] := '{}';
  piece text;
  first bigint;
  last bigint;
  level integer;
begin
  if patient_ids !~ '^\d{1,12}(-\d{1,12})?(,\d{1,12}(-\d{1,12})?)*$' then
    return blocks;
  end if;
  foreach piece in array string_to_array(patient_ids, ',') loop
    first := split_part(piece, '-', 1);
    last := coalesce(nullif(split_part(piece, '-', 2), ''), piece);
    level := 0;
    while first <= last loop
      while first <= last and (first & 15 <> 0 or first = last) loop
        blocks := blocks || public.patient_block(domain, level, first);
        first := first + 1;
      end loop;
      while first <= last and last & 15 <> 15 loop
        blocks := blocks || public.patient_block(domain, level, last);
        last := last - 1;
      end loop;
      exit when first > last;
      first := first >> 4;
      last := last >> 4;
      level := level + 1;
    end loop;
  end loop;
  return blocks;
end $$;

create index audit_log_by_listed_patient on audit_log using gin (patient_blocks(domain_id, after ->> 'patient_ids'))
  with (fastupdate = off)
  where after ->> 'patient_ids' is not null;

-- The rows of the current domain that list the patient. The comparison of arrays is not leakproof, so PostgreSQL would not
-- use the index under the policy, and the search role reads it (010-base.sql).
select search_reads('audit_log', 'domain_id, id, after');

create function find_audit_of_listed(patient bigint) returns setof bigint
language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  return query
    select a.id
    from audit_log a
    where patient_blocks(a.domain_id, a.after ->> 'patient_ids')
        && array(
          select patient_block(current_domain(), level, patient >> (4 * level))
          from generate_series(0, 9) level
        )
      and a.after ->> 'patient_ids' is not null
      and patient < 1000000000000
      and a.domain_id = current_domain();
end $$;
select search_function('find_audit_of_listed');
