-- The rules that must be met before vials are released or shipped, their overrides with the reasons, the arrival of
-- shipped vials, and days that cannot be in the future.

-- An override: the vials of the entry were released or shipped although these required rules were not met.
create table rule_overrides (
  like numbered_row,
  user_id bigint not null,
  entry_id bigint not null,
  rules text[] not null check (
    cardinality(rules) > 0
    and rules <@ array['plating', 'quality_checks', 'infectious_testing', 'quarantine']
  ),
  reason text not null check (length(reason) between 10 and 500),
  at timestamptz not null default now(),
  actor_id bigint default current_actor(),
  impersonator_id bigint default current_impersonator(),
  foreign key (domain_id, user_id) references users (domain_id, id),
  foreign key (domain_id, entry_id) references vial_entries (domain_id, id)
);
create index rule_overrides_by_entry on rule_overrides (domain_id, entry_id, id);
create index rule_overrides_by_patient on rule_overrides (domain_id, user_id, id desc);
select tenant_table('rule_overrides', 'select, insert (domain_id, user_id, entry_id, rules, reason)',
  'numbered', 'append_only');

-- The rules that the patient's lab record, or the chosen vials, do not meet, with the level of the domain. Null as
-- chosen vials: new ones, which were never in quarantine. A vial that was released without quarantine by an
-- override needs no second override of that rule. The id of another patient's vial or of none does not meet it.
create function unmet_release_rules(domain bigint, patient bigint, chosen bigint[])
returns table (rule text, level text)
language sql stable as $$
  select r.rule, r.level
  from domains d
  left join lab_records l on l.domain_id = d.id and l.user_id = patient
  cross join lateral (values
    (
      'plating',
      -- Plating that failed is never only a warning.
      case when l.stemcell_plating_successful = 2 and d.plating_rule = 'warn' then 'required' else d.plating_rule end,
      coalesce(l.stemcell_plating_successful = 1, false)
    ),
    ('quality_checks', d.quality_rule, coalesce(l.number_times_qc_done, 0) >= d.min_quality_checks),
    ('infectious_testing', d.testing_rule, coalesce(l.infectious_testing_complete = 1, false)),
    (
      'quarantine',
      d.quarantine_rule,
      d.quarantine_rule = 'off' or (chosen is not null and not exists (
        select
        from unnest(chosen) c (id)
        left join vials v on v.domain_id = d.id and v.user_id = patient and v.id = c.id
        where not exists (
          select
          from rule_overrides o
          where o.domain_id = d.id
            and o.entry_id = v.added_entry_id
            and 'quarantine' = any(o.rules)
        )
        and not exists (
          select
          from vial_steps i
          left join lateral (
            select x.at
            from vial_steps x
            where x.domain_id = d.id
              and x.vial_id = v.id
              and x.id > i.id
              and x.from_state = 'quarantine'
              and x.to_state <> 'quarantine'
            order by x.id
            limit 1
          ) o on true
          where i.domain_id = d.id
            and i.vial_id = v.id
            and i.to_state = 'quarantine'
            and i.from_state is distinct from 'quarantine'
            and coalesce(o.at, now()) >= i.at + make_interval(days => d.min_quarantine_days)
        )
      ))
    )
  ) r (rule, level, met)
  where d.id = domain
    and r.level <> 'off'
    and not r.met
$$;

-- Refuses released and shipped vials whose entry has no override of a required rule that is not met. A vial that
-- comes back because its shipment was corrected, or that is taken off hold, was released before.
create function assert_release_rules() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  unmet text;
begin
  if not exists (
    select
    from domains d
    where d.id in (select f.domain_id from fresh f)
      and (d.plating_rule <> 'off' or 'required' in (d.quality_rule, d.testing_rule, d.quarantine_rule))
  ) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select string_agg(distinct u.rule, ', ') into unmet
    from (
      select f.domain_id, f.user_id, f.added_entry_id as entry_id, array_agg(f.id) as vials
      from fresh f
      where f.state = 'released'
      group by 1, 2, 3
    ) m, unmet_release_rules(m.domain_id, m.user_id, m.vials) u
    where u.level = 'required'
      and not is_overridden(m.domain_id, m.entry_id, u.rule);
  else
    select string_agg(distinct u.rule, ', ') into unmet
    from (
      select
        f.domain_id,
        f.user_id,
        case f.state when 'shipped' then f.shipped_entry_id else f.added_entry_id end as entry_id,
        array_agg(f.id) as vials
      from fresh f
      join stale s using (domain_id, id)
      where (s.state, f.state) in (('quarantine', 'released'), ('released', 'shipped'))
      group by 1, 2, 3
    ) m, unmet_release_rules(m.domain_id, m.user_id, m.vials) u
    where u.level = 'required'
      and not is_overridden(m.domain_id, m.entry_id, u.rule);
  end if;
  if unmet is not null then
    raise exception 'Vials are released or shipped without: %', unmet
      using errcode = 'check_violation', constraint = 'vials_release_rules_check';
  end if;
  return null;
end $$;

create function is_overridden(domain bigint, entry bigint, rule text) returns boolean
language sql stable as $$
  select exists (
    select
    from rule_overrides o
    where o.domain_id = domain
      and o.entry_id = entry
      and rule = any(o.rules)
  )
$$;

select after_statements('vials', 'release_rules', 'assert_release_rules');

-- The arrival of a shipped entry's vials at their receiver, and its corrections: the last row holds. A null day
-- takes back a confirmation that was made by mistake.
create table vial_arrivals (
  domain_id bigint not null references domains,
  entry_id bigint not null,
  number integer not null check (number > 0),
  arrived_on date,
  -- The reason of a correction.
  reason text not null default '',
  at timestamptz not null default now(),
  actor_id bigint default current_actor(),
  impersonator_id bigint default current_impersonator(),
  primary key (domain_id, entry_id, number),
  foreign key (domain_id, entry_id) references vial_entries (domain_id, id),
  constraint vial_arrivals_reason_check check (case when number = 1 then arrived_on is not null else reason <> '' end)
);
select tenant_table('vial_arrivals', 'select, insert (domain_id, entry_id, number, arrived_on, reason)', 'append_only');

-- Refuses a day after today in the time zone of the domain. The arguments are columns. They describe what has
-- happened; the estimated date does not.
create function refuse_future_days() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  today date;
  days jsonb := to_jsonb(new);
  name text;
begin
  select (now() at time zone d.time_zone)::date into today
  from domains d
  where d.id = new.domain_id;
  foreach name in array tg_argv loop
    if (days ->> name)::date > today then
      raise exception '% is in the future', name
        using errcode = 'check_violation', constraint = tg_table_name || '_future_check';
    end if;
  end loop;
  return new;
end $$;

create trigger refuse_future before insert or update of
  date_adipose_shipped_to_lab, date_adipose_received_by_lab, stemcell_plating_initiated_date, date_vials_ready_to_ship
  on lab_records for each row execute function refuse_future_days(
    'date_adipose_shipped_to_lab', 'date_adipose_received_by_lab', 'stemcell_plating_initiated_date',
    'date_vials_ready_to_ship');
create trigger refuse_future before insert or update of date on vial_entries
  for each row execute function refuse_future_days('date');
create trigger refuse_future before insert on vial_arrivals
  for each row execute function refuse_future_days('arrived_on');
