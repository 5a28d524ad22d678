-- Users: people, centers and labs. The first membership of a user decides the role.

create table memberships (
  domain_id bigint not null references domains,
  id smallint not null,
  name text not null check (length(name) between 1 and 80),
  primary key (domain_id, id)
);
create unique index memberships_name_key on memberships (domain_id, lower(name));
select tenant_table('memberships', 'select, insert');

create table tags (
  domain_id bigint not null references domains,
  id smallint not null,
  label text not null check (length(label) between 1 and 80),
  primary key (domain_id, id)
);
select tenant_table('tags', 'select');

-- Tags with their domain, so that one index serves all domains without mixing them.
create function domain_tags(domain bigint, tags smallint[]) returns bigint[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(domain * 65536 + t), '{}')
  from unnest(tags) t
$$;

-- The words by which a user is found. They are tallied by blocks of 8192 ids. PostgreSQL reads this function
-- when it makes the table, so pg_dump must know what it calls: `begin atomic` says so, a text does not.
create function user_words(domain bigint, id bigint, variadic texts text[]) returns tsvector
language sql immutable parallel safe
begin atomic
  select words || words_with_block((id >> 13)::integer, words)
  from search_words(domain, variadic id::text || texts) words;
end;

create table users (
  like numbered_row,
  memberships smallint[] not null
    check (cardinality(memberships) between 1 and 9 and memberships[1] is not null),
  subscription smallint not null generated always as (memberships[1]) stored,
  tags smallint[] not null default '{}',
  first_name text not null default '',
  last_name text not null default '',
  company text not null default '',
  email text not null check (length(email) between 3 and 254),
  email_key text not null generated always as (lower(email)) stored,
  password_hash text,
  -- When the user opened a link that was mailed to this e-mail address.
  email_verified_at timestamptz,
  phone_number text not null default '',
  -- The digits from the last to the first: a phone number is found by its last digits, however it is written.
  phone_key text collate "C" not null generated always as (
    reverse(regexp_replace(phone_number, '[^0-9]', '', 'g'))
  ) stored,
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
  -- The user is on no screen any more. The row has only the data that must be kept, such as the name in the
  -- audit log.
  removed_at timestamptz,
  date_joined timestamptz not null default now(),
  -- The day of date_joined in the domain's time zone of that moment. A later change of the time zone does not
  -- move it, so the tallies of sign-ups stay right. Set by a trigger.
  joined_on date not null default current_date,
  last_login timestamptz,
  -- Later logins do not change it, so they change no index.
  never_signed_in boolean not null generated always as (last_login is null) stored,
  agreement_accepted_at timestamptz,
  sales_rep_id bigint,
  sales_manager_id bigint,
  sales_distributor_id bigint,
  lab_id bigint,
  harvest_center_id bigint,
  referral_harvest_center_id bigint,
  referred_center_id bigint,
  -- Of a center: increased when a user leaves its staff. Older invitation links for staff are then invalid.
  staff_link_version integer not null default 0,
  -- Of a center: increased when a referral center stops referring to it. Older invitation links for referral
  -- centers are then invalid.
  referral_link_version integer not null default 0,
  -- The sales rep of the user's sales line: its own, else its center's, else its referral center's. Set by a
  -- trigger.
  line_rep_id bigint,
  -- Increased by every edit, so that an edit of an outdated version is refused.
  version integer not null default 1,
  search tsvector not null
    generated always as (
      user_words(domain_id, id, first_name, last_name, company, email, phone_number)
    ) stored,
  constraint users_email_key unique (domain_id, email_key),
  constraint users_removed_at_check check (removed_at is null or not active)
);
select tenant_table('users', 'select, insert, update', 'numbered');

-- The name that lists show, to sort by it.
create function user_sort_name(first_name text, last_name text, company text, email text) returns text
language sql immutable parallel safe
begin atomic
  select sort_text(coalesce(nullif(trim(first_name || ' ' || last_name), ''), nullif(company, ''), email));
end;

create index users_by_membership on users (domain_id, subscription, id desc) where active;
create index users_inactive on users (domain_id, id desc) where not active and removed_at is null;
create index users_never_signed_in on users (domain_id, id desc) where active and never_signed_in;
create index users_never_signed_in_by_membership on users (domain_id, subscription, id desc)
  where active and never_signed_in;
create index users_observers on users (domain_id, id desc) where subscription = 11 and removed_at is null;
create index users_by_tag on users using gin (domain_tags(domain_id, tags)) with (fastupdate = off)
  where tags <> '{}';
create index users_by_phone on users (domain_id, phone_key) where phone_key <> '';
create index users_by_words on users using gin (search) with (fastupdate = off);
create index users_by_center on users (domain_id, harvest_center_id, id desc)
  where harvest_center_id is not null;
create index users_by_referral_center on users (domain_id, referral_harvest_center_id, id desc)
  where referral_harvest_center_id is not null;
create index users_by_referred_center on users (domain_id, referred_center_id, id desc)
  where referred_center_id is not null;
create index users_by_line_rep on users (domain_id, line_rep_id, subscription, id desc)
  where line_rep_id is not null;
create index users_by_rep on users (domain_id, sales_rep_id, id desc)
  where sales_rep_id is not null;
create index users_by_manager on users (domain_id, sales_manager_id, id desc)
  where sales_manager_id is not null;
create index users_by_distributor on users (domain_id, sales_distributor_id, id desc)
  where sales_distributor_id is not null;
-- A search in a sales line reads the companies of its centers from this index alone.
create index users_with_company on users (domain_id, id) include (company) where company <> '';
create index users_by_lab on users (domain_id, lab_id, id desc)
  where lab_id is not null;
select refers_to('users', 'users',
  'sales_rep_id', 'sales_manager_id', 'sales_distributor_id', 'lab_id', 'harvest_center_id',
  'referral_harvest_center_id', 'referred_center_id', 'line_rep_id');

-- The orders of the lists of users (decision 070). The list of all memberships merges those of each one.
create index users_in_order_of_name
  on users (domain_id, subscription, (user_sort_name(first_name, last_name, company, email) collate "C"), id) where active;
create index users_in_order_of_email
  on users (domain_id, subscription, (email_key collate "C"), id) where active;
create index users_in_order_of_company
  on users (domain_id, subscription, (sort_text(company) collate "C"), id) where active and company <> '';
create index users_in_order_of_joined
  on users (domain_id, subscription, date_joined, id) where active;
create index users_inactive_in_order_of_name
  on users (domain_id, (user_sort_name(first_name, last_name, company, email) collate "C"), id) where not active and removed_at is null;
create index users_inactive_in_order_of_email
  on users (domain_id, (email_key collate "C"), id) where not active and removed_at is null;
create index users_inactive_in_order_of_company
  on users (domain_id, (sort_text(company) collate "C"), id)
  where not active and removed_at is null and company <> '';
create index users_inactive_in_order_of_joined
  on users (domain_id, date_joined, id) where not active and removed_at is null;

create index users_by_joined_day on users (domain_id, joined_on desc, id desc) where active;

create function set_joined_day() returns trigger
language plpgsql as $$
begin
  new.joined_on := (
    select (new.date_joined at time zone d.time_zone)::date
    from domains d
    where d.id = new.domain_id
  );
  return new;
end $$;
create trigger set_joined_day before insert or update of date_joined on users
  for each row execute function set_joined_day();

create function set_line_rep() returns trigger
language plpgsql as $$
begin
  new.line_rep_id := new.sales_rep_id;
  -- A user without a center needs no look-up. In a bulk load the look-up may be planned for an empty table.
  if new.line_rep_id is null and new.harvest_center_id is not null then
    new.line_rep_id := (
      select c.sales_rep_id
      from users c
      where c.domain_id = new.domain_id and c.id = new.harvest_center_id
    );
  end if;
  if new.line_rep_id is null and new.referral_harvest_center_id is not null then
    new.line_rep_id := (
      select c.sales_rep_id
      from users c
      where c.domain_id = new.domain_id and c.id = new.referral_harvest_center_id
    );
  end if;
  return new;
end $$;
create trigger set_line_rep
  before insert or update of sales_rep_id, harvest_center_id, referral_harvest_center_id on users
  for each row execute function set_line_rep();

-- A center's new sales rep becomes the line rep of its patients without an own sales rep.
create function pass_on_line_rep() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set sales_rep_id = sales_rep_id
  where domain_id = new.domain_id
    and sales_rep_id is null
    and (harvest_center_id = new.id or referral_harvest_center_id = new.id);
  return null;
end $$;
create trigger pass_on_line_rep after update of sales_rep_id on users for each row
  when (old.sales_rep_id is distinct from new.sales_rep_id)
  execute function pass_on_line_rep();
