-- Label requests: a center asks for a carrier's label. Their list has tallies and a search by words.

-- To sort by the state of the parcel.
create function parcel_number(parcel text) returns integer
language sql immutable parallel safe as $$
  select array_position(array['requested', 'label_ready', 'in_transit', 'delivered', 'received'], parcel)
$$;

create table label_requests (
  like numbered_row,
  -- The harvest center or referral center.
  center_id bigint not null,
  requested_by bigint not null,
  -- The paid processing fee for which the label is requested.
  transaction_id bigint,
  email text not null,
  representative text not null,
  doctor text not null default '',
  doctor_name text not null default '',
  doctor_email text not null default '',
  doctor_phone text not null default '',
  other_patient_name text not null default '',
  -- A patient had no signed document, and the requester confirmed that.
  unsigned_confirmed boolean not null default false,
  -- Why an admin requested the label although the business demands documents that were missing.
  override_reason text not null default '' check (override_reason = '' or length(override_reason) between 10 and 500),
  label_date date not null,
  address1 text not null,
  address2 text not null default '',
  city text not null,
  state_desc text not null,
  country_desc text not null,
  zip_code text not null,
  tracking_number text not null default '',
  tracking_key text collate "C" not null generated always as (tracking_key(tracking_number)) stored,
  tracking_link text not null default '',
  pdf_file text check (pdf_file ~ '^[a-z0-9_-]{16,64}\.pdf$'),
  notification_sent boolean not null default false,
  -- Attempts to get the label from the carrier. Each has its own reference and is written before the carrier
  -- is asked.
  carrier_state text not null default 'none'
    check (carrier_state in ('none', 'asking', 'unknown', 'made', 'cancelling')),
  carrier_tries integer not null default 0,
  carrier_asked_at timestamptz,
  tracking_status text,
  tracking_text text not null default '',
  tracked_at timestamptz,
  -- The day on which the lab booked the parcel in.
  received_on date,
  -- Where the parcel is. Written by set_parcel only.
  parcel text not null default 'requested'
    check (parcel in ('requested', 'label_ready', 'in_transit', 'delivered', 'received')),
  created_at timestamptz not null default now(),
  search tsvector not null default ''::tsvector,
  unique (domain_id, pdf_file),
  foreign key (domain_id, transaction_id) references transactions (domain_id, id),
  constraint label_requests_carrier_asked_at_check check ((carrier_tries = 0) = (carrier_asked_at is null))
);
create index label_requests_by_center on label_requests (domain_id, center_id, id desc);
-- The order by date (decision 070): of all, and of a center.
create index label_requests_in_order_of_date on label_requests (domain_id, label_date, id);
create index label_requests_of_center_in_order_of_date on label_requests (domain_id, center_id, label_date, id);
-- The order by the state of the parcel: of all, and of a center.
create index label_requests_in_order_of_parcel on label_requests (domain_id, (parcel_number(parcel)), id);
create index label_requests_of_center_in_order_of_parcel
  on label_requests (domain_id, center_id, (parcel_number(parcel)), id);
-- The few that have no label yet.
create index label_requests_open on label_requests (domain_id, center_id, id)
  where pdf_file is null and tracking_number = '';
-- The parcels that a lab must book in.
create index label_requests_delivered on label_requests (domain_id, center_id, id) where parcel = 'delivered';
create index label_requests_by_transaction on label_requests (domain_id, transaction_id)
  where transaction_id is not null;
create index label_requests_by_tracking on label_requests (domain_id, tracking_key) where tracking_key <> '';
select tenant_table('label_requests', 'select, insert, update', 'numbered');
select refers_to('label_requests', 'users', 'center_id', 'requested_by');

create table label_request_patients (
  domain_id bigint not null references domains,
  request_id bigint not null,
  patient_id bigint not null,
  primary key (domain_id, request_id, patient_id),
  foreign key (domain_id, request_id) references label_requests (domain_id, id),
  foreign key (domain_id, patient_id) references users (domain_id, id)
);
create index label_request_patients_by_patient
  on label_request_patients (domain_id, patient_id, request_id desc);
select tenant_table('label_request_patients', 'select, insert');

-- The furthest place that the label, the carrier or the lab records of all its patients show. A date of a lab
-- record from before the request belongs to earlier tissue. A returned parcel is on its way, too.
create function parcel_of(r label_requests) returns text
language sql stable as $$
  select case
    when r.received_on is not null or dates.all_received then 'received'
    when r.tracking_status = 'delivered' then 'delivered'
    when r.tracking_status in ('picked_up', 'in_transit', 'out_for_delivery', 'exception', 'returned')
      or dates.all_shipped then 'in_transit'
    when r.tracking_number <> '' or r.pdf_file is not null then 'label_ready'
    else 'requested'
  end
  from (
    select
      coalesce(bool_and(coalesce(l.date_adipose_shipped_to_lab >= asked.day, false)), false) as all_shipped,
      coalesce(bool_and(coalesce(l.date_adipose_received_by_lab >= asked.day, false)), false) as all_received
    from (
      select least(r.label_date, (r.created_at at time zone d.time_zone)::date) as day
      from domains d
      where d.id = r.domain_id
    ) asked
    join label_request_patients rp on rp.domain_id = r.domain_id and rp.request_id = r.id
    left join lab_records l on l.domain_id = rp.domain_id and l.user_id = rp.patient_id
  ) dates
$$;

create function set_parcel() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.parcel := parcel_of(new);
  return new;
end $$;
create trigger set_parcel
  before insert or update of parcel, tracking_number, pdf_file, tracking_status, received_on, label_date
  on label_requests
  for each row execute function set_parcel();

-- Brings the parcels of these patients up to date. The requests are locked first, in order, and read in a later
-- statement, which sees concurrent changes.
create function refresh_parcels(domain bigint, patients bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform
  from label_requests r
  where r.domain_id = domain
    and r.parcel <> 'received'
    and r.id in (
      select rp.request_id
      from label_request_patients rp
      where rp.domain_id = domain and rp.patient_id = any(patients)
    )
  order by r.id
  for no key update;
  update label_requests r
  set parcel = parcel_of(r)
  where r.domain_id = domain
    and r.id in (
      select rp.request_id
      from label_request_patients rp
      where rp.domain_id = domain and rp.patient_id = any(patients)
    )
    and r.parcel <> parcel_of(r);
end $$;

create function refresh_parcels_of_new_dates() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_parcels(f.domain_id, array_agg(f.user_id))
  from fresh f
  join stale s using (domain_id, user_id)
  where (f.date_adipose_shipped_to_lab, f.date_adipose_received_by_lab)
    is distinct from (s.date_adipose_shipped_to_lab, s.date_adipose_received_by_lab)
  group by f.domain_id;
  return null;
end $$;
-- Triggers run in the order of their names. This one runs before stages_updated: requests are locked before
-- stages everywhere.
select after_statements('lab_records', 'parcels', 'refresh_parcels_of_new_dates', 'updated');

create function refresh_parcels_of_new_patients() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_parcels(domain_id, array_agg(patient_id))
  from fresh
  group by domain_id;
  perform refresh_patient_stages(f.domain_id, array_agg(f.patient_id))
  from fresh f
  join label_requests r on r.domain_id = f.domain_id and r.id = f.request_id
  where r.parcel = 'delivered'
  group by f.domain_id;
  return null;
end $$;
select after_statements('label_request_patients', 'parcels', 'refresh_parcels_of_new_patients', 'inserted');

-- A delivered parcel appears in the patient lists of the lab until it is booked in.
create function refresh_stages_of_parcels() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform refresh_patient_stages(rp.domain_id, array_agg(rp.patient_id))
  from fresh f
  join stale s using (domain_id, id)
  join label_request_patients rp on rp.domain_id = f.domain_id and rp.request_id = f.id
  where f.parcel <> s.parcel
    and 'delivered' in (f.parcel, s.parcel)
  group by rp.domain_id;
  return null;
end $$;
select after_statements('label_requests', 'stages', 'refresh_stages_of_parcels', 'updated');

-- One row per click that sends a mail, so that a repeated request of the same click sends no second mail.
create table label_mails (
  domain_id bigint not null references domains,
  request_id bigint not null,
  click text not null check (length(click) between 1 and 60),
  asked_at timestamptz not null default now(),
  primary key (domain_id, request_id, click),
  foreign key (domain_id, request_id) references label_requests (domain_id, id)
);
select tenant_table('label_mails', 'select, insert');

-- Only words with digits are taken from the tracking link: the other words are the same in all links. Words
-- are tallied by blocks of 8192 ids.
create function label_request_words(r label_requests) returns tsvector
language sql stable as $$
  select words || words_with_block((r.id >> 13)::integer, words)
  from search_words(
    r.domain_id,
    r.id::text,
    r.email,
    r.representative,
    r.doctor_name,
    r.doctor_email,
    r.other_patient_name,
    r.tracking_number,
    (
      select string_agg(word, ' ')
      from unnest(split_words(r.tracking_link)) word
      where word ~ '[0-9]'
    ),
    (
      select concat_ws(' ', c.id, c.company, c.email)
      from users c
      where c.domain_id = r.domain_id and c.id = r.center_id
    ),
    (
      select string_agg(concat_ws(' ', p.id, p.first_name, p.last_name), ' ')
      from label_request_patients rp
      join users p on p.domain_id = rp.domain_id and p.id = rp.patient_id
      where rp.domain_id = r.domain_id and rp.request_id = r.id
    )
  ) words
$$;

select searched_rows(
  'label_requests',
  'label_request_words',
  '{email, representative, doctor_name, doctor_email, other_patient_name, tracking_number, tracking_link}',
  '{first_name, last_name, company, email}',
  'r.id in (
    select c.id
    from label_requests c
    where c.domain_id = new.domain_id and c.center_id = new.id
    union all
    select p.request_id
    from label_request_patients p
    where p.domain_id = new.domain_id and p.patient_id = new.id
  )'
);

-- The patients of a request are inserted after the request.
create function add_patients_to_words() returns trigger
language plpgsql as $$
begin
  update label_requests r set search = w.words
  from (
    select n.domain_id, n.id, label_request_words(n) as words
    from label_requests n
    where (n.domain_id, n.id) in (select f.domain_id, f.request_id from fresh f)
  ) w
  where r.domain_id = w.domain_id
    and r.id = w.id
    and r.search <> w.words;
  return null;
end $$;
select after_statements('label_request_patients', 'add_words', 'add_patients_to_words', 'inserted');

create function label_request_tallies(r label_requests, sign integer) returns setof tally_change
language sql stable as $$
  select r.domain_id, key, (r.id >> 10)::integer, sign
  from unnest(array['all', 'center:' || r.center_id]) key
$$;

-- A request keeps its center, and most updates do not change the words.
select tallied_list('label_requests', 'label_requests', 'label_request_tallies(%s, %s)', '{center_id}');
select tallied_list('label_request_words', 'label_requests', 'word_tallies(%s.search, %s)', '{search}');

select search_reads('label_requests', 'domain_id, id, search');
select searched_page(
  'find_label_requests',
  'label_requests',
  '',
  $$'label_request_words'$$,
  'true',
  array[['true', 'select r.id from label_requests r where r.search @@ wanted and r.domain_id = current_domain()']],
  rows_list => 'label_requests'
);
