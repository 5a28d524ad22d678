-- Requests of centers for a carrier's label, and what became of them.

create table label_requests (
  domain_id bigint not null references domains,
  id bigint generated always as identity,
  -- The harvest center, or the referral center.
  center_id bigint not null,
  requested_by bigint not null,
  -- The paid fee that it was begun from.
  transaction_id bigint,
  email text not null,
  representative text not null,
  doctor_name text not null default '',
  doctor_email text not null default '',
  doctor_phone text not null default '',
  other_patient_name text not null default '',
  label_date date not null,
  address1 text not null,
  address2 text not null default '',
  city text not null,
  state_desc text not null,
  country_desc text not null,
  zip_code text not null,
  tracking_number text not null default '',
  tracking_link text not null default '',
  pdf_file text check (pdf_file ~ '^[a-z0-9_-]{16,64}\.pdf$'),
  notification_sent boolean not null default false,
  -- Tries to have the carrier make it: each has a reference of its own, and is written before the carrier is asked.
  carrier_state text not null default 'none' check (carrier_state in ('none', 'asking', 'unknown', 'made', 'cancelling')),
  carrier_tries integer not null default 0,
  carrier_asked_at timestamptz,
  tracking_status text,
  tracking_text text not null default '',
  tracked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (domain_id, id),
  unique (domain_id, pdf_file),
  foreign key (domain_id, center_id) references users (domain_id, id),
  foreign key (domain_id, requested_by) references users (domain_id, id),
  foreign key (domain_id, transaction_id) references transactions (domain_id, id),
  constraint asked_when check ((carrier_tries = 0) = (carrier_asked_at is null))
);
create index label_requests_of_center on label_requests (domain_id, center_id, id desc);
-- The few that wait for their label.
create index label_requests_open on label_requests (domain_id, center_id, id) where pdf_file is null and tracking_number = '';
create index label_requests_of_transaction on label_requests (domain_id, transaction_id) where transaction_id is not null;
select tenant_table('label_requests', 'select, insert, update');

create table label_request_patients (
  domain_id bigint not null references domains,
  request_id bigint not null,
  patient_id bigint not null,
  primary key (domain_id, request_id, patient_id),
  foreign key (domain_id, request_id) references label_requests (domain_id, id),
  foreign key (domain_id, patient_id) references users (domain_id, id)
);
create index label_requests_of_patient on label_request_patients (domain_id, patient_id, request_id desc);
select tenant_table('label_request_patients', 'select, insert');

-- One row a click that sends a mail: the same click sends none a second time.
create table label_mails (
  domain_id bigint not null references domains,
  request_id bigint not null,
  click text not null check (length(click) between 1 and 60),
  asked_at timestamptz not null default now(),
  primary key (domain_id, request_id, click),
  foreign key (domain_id, request_id) references label_requests (domain_id, id)
);
select tenant_table('label_mails', 'select, insert');
